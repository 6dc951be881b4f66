import type { ApiKeyView } from "@hooklane/contracts";
import { listApiKeys } from "@hooklane/db";
import type { Services } from "../../services.ts";
import { keyView } from "./key-view.ts";

/** A tenant's API keys, newest first, revoked ones included. */
export const listKeys = async ({ db }: Services, tenantId: string): Promise<ApiKeyView[]> => (await listApiKeys(db, tenantId)).map(keyView);
