// The one door to core: what the web server uses of it, and nothing else.
export {
  formatSecret,
  idempotencyKey,
  matchesEventType,
  type OwedBy,
  owedDelivery,
  type PolicyConfig,
  parsePolicyConfig,
  parseSecret,
} from "@hooklane/core";
