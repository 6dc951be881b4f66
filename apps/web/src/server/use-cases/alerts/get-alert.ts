import type { AlertView } from "@hooklane/contracts";
import { readAlert } from "@hooklane/db";
import { done, notFound, type Result } from "../../result.ts";
import type { Services } from "../../services.ts";
import { alertView } from "./alert-view.ts";

export async function getAlert({ pool }: Services, tenantId: string, id: string): Promise<Result<AlertView>> {
  const alert = await readAlert(pool, tenantId, id);
  return alert ? done(alertView(alert)) : notFound;
}
