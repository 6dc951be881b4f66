import type { Delivery } from "../world/delivery.ts";
import type { Rule } from "./rule.ts";

/** The sweep looks every 5 s; an attempt may be under way, or its worker dead and its lease still open. */
const sweepMs = 5_000;

/** Every accepted delivery becomes final, once, and not later than its deadline allows. */
export const finalityRule: Rule = {
  name: "finality",
  watch({ config, report }) {
    const open = new Set<Delivery>();
    const graceMs = 2 * sweepMs + config.lease_ms;
    return {
      accepted: (delivery) => void open.add(delivery),
      final(delivery, now) {
        if (!open.delete(delivery)) report(`delivery ${delivery.id} became final twice`, now);
        if (now > delivery.deadlineAt + graceMs)
          report(`delivery ${delivery.id} became final ${now - delivery.deadlineAt} ms after its deadline`, now);
        if (delivery.state === "dead" && delivery.deadReason === null) report(`delivery ${delivery.id} is dead without a reason`, now);
      },
      end(now) {
        for (const delivery of open) {
          if (now > delivery.deadlineAt + graceMs) report(`delivery ${delivery.id} is still ${delivery.state} after its deadline`, now);
        }
      },
    };
  },
};
