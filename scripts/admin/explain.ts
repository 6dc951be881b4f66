import { type ExplainedDeliveryView, type ExplainedGate, parsePublicId } from "@hooklane/contracts";
import { parsePolicyConfig } from "@hooklane/core";
import { explainDelivery } from "../../apps/web/src/server/use-cases/support/explain-delivery.ts";
import { openControlPlane } from "../runtime/control-plane.ts";
import type { AdminCommand } from "./command.ts";

export const explainCommand: AdminCommand = {
  usage: "dlv_…",
  does: "prints the admission decision on a delivery: every policy in order, pass or refuse, its numbers and its end",
  options: [],
  argument: "delivery",
  run: async ({ delivery = "" }, appUrl) => {
    const id = parsePublicId("delivery", delivery);
    if (!id) return { ok: false, problem: `"${delivery}" is not a delivery's id` };
    // As the product reads it: the decision depends on what the operator configured
    const policy = parsePolicyConfig(process.env.HOOKLANE_POLICY);
    if (!policy.ok) return { ok: false, problem: `HOOKLANE_POLICY: ${policy.problems.join("; ")}` };
    const { pool, now, close } = await openControlPlane(appUrl);
    try {
      const explained = await explainDelivery({ pool, now, policy: policy.config }, id);
      if (!explained.ok) return { ok: false, problem: `There is no delivery ${delivery}` };
      return { ok: true, result: { ...explained.value }, lines: linesOf(explained.value) };
    } finally {
      await close();
    }
  },
};

function linesOf({ delivery, tenant, endpoint, summary, gates, last_refusal, observed_at }: ExplainedDeliveryView): string[] {
  return [
    `${delivery.id}  ${delivery.state}, attempt ${delivery.attempt}, class ${delivery.class}`,
    `of ${tenant.name} (${tenant.id}, plan ${tenant.plan}) to ${endpoint.url} (${endpoint.id}, ${endpoint.state})`,
    summary,
    ...gates.map(gateLine),
    ...(last_refusal ? [`owner's last answer: ${last_refusal.reason}${last_refusal.until ? ` until ${last_refusal.until}` : ""}`] : []),
    `lane observed: ${observed_at ?? "never"}`,
  ];
}

const GATE_WIDTH = 14;

function gateLine({ gate, passes, reason, until, ended_by, numbers }: ExplainedGate): string {
  const verdict = passes ? "pass" : `REFUSE ${reason}${until ? ` until ${until}` : ` until ${ended_by}`}`;
  return `  ${gate.padEnd(GATE_WIDTH)} ${verdict}  (${numbers})`;
}
