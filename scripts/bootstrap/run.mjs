// Runs one preparing command. Its whole output goes to stderr, because stdout belongs to the result of the command the user asked for.
import { spawn } from "node:child_process";
import path from "node:path";
import { root } from "./node.mjs";

/** The environment of every child: node_modules/.bin first (its `node` is the lock file's), and no telemetry. */
export function childEnvironment() {
  return {
    ...process.env,
    PATH: `${path.join(root, "node_modules/.bin")}${path.delimiter}${process.env.PATH ?? ""}`,
    CHECKPOINT_DISABLE: "1",
    NEXT_TELEMETRY_DISABLED: "1",
    TURBO_TELEMETRY_DISABLED: "1",
  };
}

/**
 * Announces, runs and times a command.
 * @param {string} what said before it runs: "Installing packages"
 * @param {string} command
 * @param {string[]} args
 * @param {{cwd?: string}} [options]
 * @returns {Promise<number>} its exit code, 0 when it did what it should; anything else has been said on stderr
 */
export async function run(what, command, args, options = {}) {
  const startedAt = Date.now();
  console.error(`${what} …`);
  const child = spawn(command, args, {
    cwd: options.cwd ?? root,
    env: childEnvironment(),
    stdio: ["ignore", process.stderr, process.stderr],
  });
  const code = await new Promise((resolve) => {
    child.once("error", (error) => {
      console.error(error.message);
      resolve(127);
    });
    child.once("exit", (exitCode) => resolve(exitCode ?? 1));
  });
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
  console.error(code === 0 ? `${what}: ${seconds} s` : `${what} failed (${command} ${args.join(" ")}: exit code ${code})`);
  return code;
}
