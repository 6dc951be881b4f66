import type { TRPCLink } from "@trpc/client";
import { observable } from "@trpc/server/observable";
import type { AppRouter } from "../../../server/trpc/router.ts";
import { readProblem } from "./read-problem.ts";

/**
 * Makes a call again that was refused until it is confirmed who asks. A call that is refused a second time, and one that nobody confirmed, fail with the refusal.
 * @param ask asks the person; resolves to whether they confirmed
 */
export const confirmLink =
  (ask: (why: string) => Promise<boolean>): TRPCLink<AppRouter> =>
  () =>
  ({ next, op }) =>
    observable((observer) => {
      let call = next(op).subscribe({
        next: (value) => observer.next(value),
        complete: () => observer.complete(),
        error: (error) => {
          const { detail, needsConfirmation } = readProblem(error);
          if (!needsConfirmation) return observer.error(error);
          void ask(detail).then((isConfirmed) => {
            if (isConfirmed) call = next(op).subscribe(observer);
            else observer.error(error);
          });
        },
      });
      return () => call.unsubscribe();
    });
