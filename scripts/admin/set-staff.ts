import { publicId } from "@hooklane/contracts";
import { setStaff } from "../../apps/web/src/server/use-cases/support/set-staff.ts";
import { openControlPlane } from "../runtime/control-plane.ts";
import type { AdminCommand } from "./command.ts";

const staffCommand = (staff: boolean, does: string): AdminCommand => ({
  usage: "--email E",
  does,
  options: ["email"],
  run: async ({ email = "" }, appUrl) => {
    const { db, now, close } = await openControlPlane(appUrl);
    try {
      const change = await setStaff({ db, now }, email, staff);
      if (!change) return { ok: false, problem: `Nobody has an account with the address ${email}, or has not confirmed it` };
      const { userId, changed, endedSessions } = change;
      const result = {
        user_id: publicId("user", userId),
        staff: String(staff),
        changed: String(changed),
        sessions_ended: String(endedSessions),
      };
      return { ok: true, result };
    } finally {
      await close();
    }
  },
});

export const grantStaffCommand = staffCommand(true, "makes a person one of the support staff; they sign in anew");
export const revokeStaffCommand = staffCommand(false, "takes that away, at once; a visit of theirs ends");
