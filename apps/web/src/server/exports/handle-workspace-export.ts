import { audit } from "@hooklane/db";
import { noteRefused } from "../auth/note-refused.ts";
import { done, type Result } from "../result.ts";
import type { Services } from "../services.ts";
import { type Acting, refuseWithout } from "../use-cases/actor.ts";
import { actingIn, refusedFile } from "./acting-in.ts";
import { exportFile } from "./export-file.ts";
import { workspaceLines } from "./workspace-lines.ts";

/** Answers a request for all that can be handed out of a workspace: one JSON object a line. */
export async function handleWorkspaceExport(services: Services, request: Request): Promise<Response> {
  const acting = await actingIn(services, request, new URL(request.url).searchParams.get("tenantId"));
  if (!acting.ok) return refusedFile(services, request, acting);
  const file = await exportFile(acting.value.tenantId, {
    name: "workspace.ndjson",
    type: "application/x-ndjson; charset=utf-8",
    make: () => begin(services, acting.value),
  });
  if (file.ok) return file.value;
  if (file.code === "forbidden") await noteRefused(services, acting.value, "exports/workspace", file.detail);
  return refusedFile(services, request, file);
}

async function begin(services: Services, acting: Acting): Promise<Result<AsyncGenerator<string>>> {
  const refusal = refuseWithout("workspace:export", acting);
  if (refusal) return refusal;
  const { tenantId, actor, requestId } = acting;
  await services.db.$transaction((tx) =>
    audit(tx, services.now(), {
      tenantId,
      actor,
      action: "tenant.export",
      targetKind: "tenant",
      targetId: tenantId,
      correlationId: requestId,
    }),
  );
  return done(workspaceLines(services, tenantId));
}
