import { type PolicyConfig, parsePolicyConfig } from "@hooklane/core";

/** The default policies with some keys changed, as an operator would set them. */
export function policyOf(changes: Record<string, unknown>): PolicyConfig {
  const result = parsePolicyConfig(JSON.stringify(changes));
  if (!result.ok) throw new Error(result.problems.join("; "));
  return result.config;
}
