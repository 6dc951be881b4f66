import { KeyRing, openPool, reencrypt } from "@hooklane/db";
import type { AdminCommand } from "./command.ts";

export const reencryptCommand: AdminCommand = {
  usage: "",
  does: "seals every secret under the newest of HOOKLANE_SECRET_KEYS; older keys are then needed for backups alone",
  options: [],
  run: async (_, appUrl, secretKeys) => {
    const keys = KeyRing.parse(secretKeys);
    if (!keys.ok) return { ok: false, problem: `HOOKLANE_SECRET_KEYS: ${keys.problem}` };
    const pool = openPool({ url: appUrl, applicationName: "hooklane-admin", max: 2, onError: (error) => console.error(error.message) });
    try {
      const { changed, unreadable } = await reencrypt(pool, keys.ring);
      return { ok: true, result: { key_number: String(keys.ring.newest), changed: String(changed), unreadable: String(unreadable) } };
    } finally {
      await pool.end();
    }
  },
};
