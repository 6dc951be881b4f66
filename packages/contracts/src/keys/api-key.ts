/** `hk_`, 43 characters that carry 256 random bits, 6 of checksum (both base62): recognisable in a leak, and a typing error is told from a revoked key. */
export const apiKeyPattern = /^hk_[0-9A-Za-z]{49}$/;

/** How much of a key is shown again after its creation. */
export const SHOWN_KEY_CHARACTERS = 9;
