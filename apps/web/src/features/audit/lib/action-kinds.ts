import { type AuditActionKind, auditActionKinds } from "@hooklane/contracts";

/** Kinds of actions to choose from, in the order of the words for them. */
export const actionKinds: readonly (readonly [kind: AuditActionKind, label: string])[] = (
  Object.keys(auditActionKinds) as AuditActionKind[]
)
  .flatMap((kind) => (auditActionKinds[kind] === null ? [] : [[kind, auditActionKinds[kind]] as const]))
  .sort(([, one], [, other]) => one.localeCompare(other, "en"));
