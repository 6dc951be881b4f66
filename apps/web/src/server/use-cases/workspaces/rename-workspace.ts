import { audit } from "@hooklane/db";
import { done, type Result } from "../../result.ts";
import type { Services } from "../../services.ts";
import { type Acting, refuseWithout } from "../actor.ts";

/** Changes a workspace's name. */
export async function renameWorkspace({ db, now }: Services, acting: Acting, name: string): Promise<Result<{ name: string }>> {
  const refusal = refuseWithout("workspace:write", acting);
  if (refusal) return refusal;
  const { tenantId, actor, requestId } = acting;
  return db.$transaction(async (tx) => {
    const before = await tx.tenant.findUniqueOrThrow({ where: { id: tenantId }, select: { name: true } });
    if (before.name === name) return done({ name });
    await tx.tenant.update({ where: { id: tenantId }, data: { name } });
    await audit(tx, now(), {
      tenantId,
      actor,
      action: "tenant.rename",
      targetKind: "tenant",
      targetId: tenantId,
      before,
      after: { name },
      correlationId: requestId,
    });
    return done({ name });
  });
}
