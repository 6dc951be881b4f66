import { execFile } from "node:child_process";
import { accessSync, constants, cpSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** A language that has a snippet, and how its check is made to run. */
export interface Language {
  readonly name: string;
  /** Under this folder. */
  readonly folder: string;
  readonly file: string;
  /** Programs without which it cannot run. */
  readonly needs: readonly string[];
  /** Builds a copy of the folder in `dir`. @returns the command that runs the check */
  prepare(dir: string): Promise<readonly [program: string, ...args: string[]]>;
}

const interpreted = (program: string, file: string) => async (dir: string) => [program, path.join(dir, file)] as const;

export const languages: readonly Language[] = [
  { name: "Node.js", folder: "node", file: "verify.mjs", needs: ["node"], prepare: interpreted("node", "check.mjs") },
  { name: "Python", folder: "python", file: "verify.py", needs: ["python3"], prepare: interpreted("python3", "check.py") },
  {
    name: "Go",
    folder: "go",
    file: "verify.go",
    needs: ["go"],
    prepare: async (dir) => {
      await run("go", ["build", "-o", "check", "verify.go", "check.go"], { cwd: dir });
      return [path.join(dir, "check")];
    },
  },
  { name: "Ruby", folder: "ruby", file: "verify.rb", needs: ["ruby"], prepare: interpreted("ruby", "check.rb") },
  { name: "PHP", folder: "php", file: "verify.php", needs: ["php"], prepare: interpreted("php", "check.php") },
  {
    name: "Java",
    folder: "java",
    file: "verify.java",
    needs: ["java", "javac"],
    prepare: async (dir) => {
      await run("javac", ["-Xlint:all,-auxiliaryclass", "-Werror", "-d", dir, "verify.java", "check.java"], { cwd: dir });
      return ["java", "-cp", dir, "Check"];
    },
  },
  {
    name: "C#",
    folder: "csharp",
    file: "verify.cs",
    needs: ["mcs", "mono"],
    prepare: async (dir) => {
      await run("mcs", ["-warnaserror", "-out:check.exe", "verify.cs", "check.cs"], { cwd: dir });
      return ["mono", path.join(dir, "check.exe")];
    },
  },
  {
    name: "Shell",
    folder: "shell",
    file: "verify.sh",
    needs: ["sh", "openssl", "od"],
    prepare: interpreted("sh", "check.sh"),
  },
];

/** Programs of a language that this machine does not have. */
export const missingPrograms = ({ needs }: Language): string[] => needs.filter((program) => !isInstalled(program));

/** Copies a language's folder, so that what a build leaves behind stays out of the repository. */
export const copyFolder = ({ folder }: Language, dir: string): void =>
  cpSync(path.join(import.meta.dirname, folder), dir, { recursive: true });

/** Whether a program is in one of the folders of PATH. */
export function isInstalled(program: string): boolean {
  return (process.env.PATH ?? "").split(path.delimiter).some((folder) => {
    try {
      accessSync(path.join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
