export { defaultPolicyConfig, type PolicyConfigResult, parsePolicyConfig } from "./parse-policy-config.ts";
export type { PolicyConfig } from "./policy-config.ts";
