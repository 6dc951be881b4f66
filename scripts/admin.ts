/** `npm run admin -- <command>`: what an operator does to an installation, beside a running product or without one. */
import type { AdminCommand } from "./admin/command.ts";
import { createPlatformKeyCommand } from "./admin/create-platform-key.ts";
import { createTenantCommand } from "./admin/create-tenant.ts";
import { explainCommand } from "./admin/explain.ts";
import { parseArguments, usageOf } from "./admin/parse-arguments.ts";
import { reencryptCommand } from "./admin/reencrypt.ts";
import { disableAccountCommand, enableAccountCommand } from "./admin/set-disabled.ts";
import { setPlanCommand } from "./admin/set-plan.ts";
import { grantStaffCommand, revokeStaffCommand } from "./admin/set-staff.ts";
import { openDatabase } from "./runtime/database.ts";
import { loadOrCreateSecrets } from "./runtime/secrets.ts";
import { readSettings } from "./runtime/settings.ts";

const commands: Record<string, AdminCommand> = {
  "create-platform-key": createPlatformKeyCommand,
  "create-tenant": createTenantCommand,
  "disable-account": disableAccountCommand,
  "enable-account": enableAccountCommand,
  explain: explainCommand,
  "grant-staff": grantStaffCommand,
  reencrypt: reencryptCommand,
  "revoke-staff": revokeStaffCommand,
  "set-plan": setPlanCommand,
};

process.title = "hooklane-admin";
process.exit(await main(process.argv.slice(2)));

async function main(args: string[]): Promise<number> {
  const parsed = parseArguments(args, commands);
  if (!parsed.ok) return fail(2, parsed.problem, "", usageOf(commands));
  const read = readSettings(process.env);
  if (!read.ok) return fail(1, ...read.problems);
  const { settings } = read;
  const stored = settings.databaseUrl ? undefined : loadOrCreateSecrets(settings.dataFolder);
  const postgresPassword = stored?.postgresPassword ?? "";
  const secretKeys = process.env.HOOKLANE_SECRET_KEYS || stored?.secretKeys || "";
  try {
    // A running product's embedded server is adopted; without one, a server runs for as long as this command does.
    const database = await openDatabase({ settings, postgresPassword, note: (line) => console.error(line) });
    try {
      const outcome = await (commands[parsed.name] as AdminCommand).run(parsed.values, database.appUrl, secretKeys);
      if (!outcome.ok) return fail(1, outcome.problem);
      if (parsed.json) console.log(JSON.stringify(outcome.result));
      else
        for (const line of outcome.lines ?? Object.entries(outcome.result).map(([name, value]) => `${name}: ${value}`)) console.log(line);
      return 0;
    } finally {
      await database.stop();
    }
  } catch (error) {
    return fail(1, (error as Error).message);
  }
}

function fail(code: number, ...lines: string[]): number {
  for (const line of lines) console.error(line);
  return code;
}
