import { spawn } from "node:child_process";

/**
 * Runs a command with this process's output and environment.
 * @param command the first word is the command itself
 * @returns its exit code; 143 when a signal ended it, 127 when it cannot be started
 */
export function runCommand(
  command: readonly string[],
  options: { cwd: string; env?: NodeJS.ProcessEnv; signal: AbortSignal },
): Promise<number> {
  const [file = "", ...args] = command;
  return new Promise((resolve) => {
    const child = spawn(file, args, { cwd: options.cwd, env: { ...process.env, ...options.env }, stdio: ["ignore", "inherit", "inherit"] });
    const end = () => child.kill("SIGTERM");
    options.signal.addEventListener("abort", end, { once: true });
    child.once("error", (error) => {
      console.error(error.message);
      resolve(127);
    });
    child.once("exit", (code) => {
      options.signal.removeEventListener("abort", end);
      resolve(code ?? 143);
    });
  });
}
