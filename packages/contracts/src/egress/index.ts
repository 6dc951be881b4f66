export { type AddressVerdict, addressVerdict } from "./address-verdict.ts";
export { type AllowList, type AllowListReading, type AllowRule, parseAllowList } from "./allow-list.ts";
export { isLoopbackName } from "./endpoint-host.ts";
export {
  type EndpointUrl,
  type EndpointUrlRefusal,
  type EndpointUrlRefusalCode,
  type EndpointUrlRules,
  MAX_ENDPOINT_URL_LENGTH,
  parseEndpointUrl,
} from "./endpoint-url.ts";
export { inboxTokenOf, isOwnInbox, type OwnInbox, ownInbox } from "./own-inbox.ts";
