import { publicId } from "@hooklane/contracts";
import { createPlatformKey } from "../../apps/web/src/server/use-cases/tenants/create-platform-key.ts";
import { openControlPlane } from "../runtime/control-plane.ts";
import type { AdminCommand } from "./command.ts";

export const createPlatformKeyCommand: AdminCommand = {
  usage: "",
  does: "makes an API key of the platform's own tenant, which may address events to other tenants; it is shown this once",
  options: [],
  run: async (_, appUrl) => {
    const { db, now, close } = await openControlPlane(appUrl);
    try {
      const { tenantId, apiKey } = await createPlatformKey({ db, now });
      return { ok: true, result: { tenant_id: publicId("tenant", tenantId), api_key: apiKey } };
    } finally {
      await close();
    }
  },
};
