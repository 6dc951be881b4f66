export {
  availableAt,
  fullBucket,
  holds,
  putTokens,
  type TokenBucketSpec,
  type TokenBucketState,
  takeTokens,
  tokensAt,
} from "./token-bucket.ts";
