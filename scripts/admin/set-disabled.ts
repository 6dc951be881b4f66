import { publicId } from "@hooklane/contracts";
import { setDisabled } from "../../apps/web/src/server/use-cases/accounts/set-disabled.ts";
import { openControlPlane } from "../runtime/control-plane.ts";
import type { AdminCommand } from "./command.ts";

const command = (disabled: boolean, does: string): AdminCommand => ({
  usage: "--email E",
  does,
  options: ["email"],
  run: async ({ email = "" }, appUrl) => {
    const { db, now, close } = await openControlPlane(appUrl);
    try {
      const done = await setDisabled({ db, now }, email, disabled);
      if (!done) return { ok: false, problem: `Nobody has an account with the address ${email}, or has not confirmed it` };
      return {
        ok: true,
        result: { user_id: publicId("user", done.userId), disabled: String(disabled), sessions_ended: String(done.sessionsEnded) },
      };
    } finally {
      await close();
    }
  },
});

export const disableAccountCommand = command(true, "keeps a person out, at once: their sessions end and they cannot sign in");
export const enableAccountCommand = command(false, "lets a person in again who was kept out");
