import { type IdKind, parsePublicId } from "@hooklane/contracts";
import { initTRPC } from "@trpc/server";
import { z } from "zod";
import { actAsMember } from "../auth/act-as.ts";
import { actAsStaff } from "../auth/act-as-staff.ts";
import { noteRefused } from "../auth/note-refused.ts";
import { findUnstorable, unstorable } from "../http/read-input.ts";
import { notFound, refuse } from "../result.ts";
import { hideCredentials } from "../use-cases/support/hide-credentials.ts";
import { recordLook } from "../use-cases/support/record-look.ts";
import { visitsAlready } from "../use-cases/support/refusals.ts";
import type { TrpcContext } from "./context.ts";
import { errorDetails, isOutage, refusedError } from "./error.ts";

const outage = { code: "SERVICE_UNAVAILABLE", httpStatus: 503 } as const;

interface ProcedureMeta {
  /** A mutation that a visit of support staff is ended or changed by; no other one outside the visited tenant works during it. */
  onVisit?: true;
}

const t = initTRPC
  .context<TrpcContext>()
  .meta<ProcedureMeta>()
  .create({
    isDev: false, // no stack traces in answers, whatever the environment
    errorFormatter: ({ shape, error, ctx }) => {
      const details = errorDetails(error);
      const { code, httpStatus } = isOutage(error) ? outage : shape.data;
      return { ...shape, message: details.detail, data: { code, httpStatus, ...details, requestId: ctx?.request.requestId ?? null } };
    },
  });

export const { router, createCallerFactory } = t;

/** For whoever asks. Text that the database cannot keep is refused here; a test's payload is kept as bytes and may hold any. */
export const publicProcedure = t.procedure.use(async ({ getRawInput, next }) => {
  const input = await getRawInput();
  const path = typeof input === "object" && input !== null ? findUnstorable({ ...input, payload: undefined }) : undefined;
  if (path !== undefined) throw refusedError(unstorable(path));
  return next();
});

const signedInProcedure = publicProcedure.use(({ ctx, next }) => {
  if (!ctx.actor) throw refusedError(refuse("unauthorized", "Sign in first."));
  return next({ ctx: { actor: ctx.actor } });
});

/** For people who are signed in, on their own account: nothing of it changes while they visit a tenant. */
export const userProcedure = signedInProcedure.use(({ ctx, type, meta, next }) => {
  if (type === "mutation" && ctx.actor.visit && !meta?.onVisit) throw refusedError(visitsAlready);
  return next();
});

/** For people, about their own account. */
export const accountProcedure = userProcedure;

/** For the support staff. To everybody else it looks as if there were no such thing. */
export const staffProcedure = userProcedure.use(({ ctx, next }) => {
  const staff = actAsStaff(ctx.actor, ctx.request.requestId);
  if (!staff) throw refusedError(notFound);
  return next({ ctx: { staff } });
});

/** For members of the tenant that the input names. To everybody else it looks as if there were none. */
export const tenantProcedure = signedInProcedure
  .input(z.object({ tenantId: z.string() }))
  .use(async ({ ctx, input, path, type, getRawInput, next }) => {
    const tenantId = parsePublicId("tenant", input.tenantId);
    const acting = tenantId && actAsMember(ctx.actor, tenantId, ctx.request.requestId);
    if (!acting) throw refusedError(notFound);
    const result = await next({ ctx: { acting } });
    if (!result.ok && errorDetails(result.error).problem === "forbidden")
      await noteRefused(ctx.services, acting, path, result.error.message);
    if (acting.visit && result.ok && type === "query") await recordLook(ctx.services, acting, path, await getRawInput());
    // Whatever it was that was asked: staff see what happened, and never what would let them act as the customer
    return acting.visit && result.ok ? { ...result, data: hideCredentials(result.data) } : result;
  });

/** The input of a procedure within a tenant: nothing else is taken, so that a misspelt member is not ignored in silence. */
export const inTenant = <T extends z.core.$ZodLooseShape>(shape: T) => z.strictObject({ tenantId: z.string(), ...shape });

/** The database id behind a public one. @throws TRPCError when it is no id of this kind: the same answer as for an unknown one */
export function idOf(kind: IdKind, text: string): string {
  const id = parsePublicId(kind, text);
  if (id === undefined) throw refusedError(notFound);
  return id;
}
