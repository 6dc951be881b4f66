import type { ApiKeyView, DeliveryListItem, EndpointListItem } from "@hooklane/contracts";

export interface OnboardingFacts {
  endpoints: readonly (Pick<EndpointListItem, "id"> & { url?: string })[];
  /** Somebody has had a signing secret in hand. */
  secretSeen: boolean;
  keys: readonly Pick<ApiKeyView, "revoked_at">[];
  /** The latest deliveries of the workspace. */
  deliveries: readonly Pick<DeliveryListItem, "state" | "test">[];
}

export interface OnboardingStep {
  id: "endpoint" | "secret" | "test" | "arrived" | "key" | "event";
  title: string;
  hint: string;
  done: boolean;
  /** Where it is done, below the workspace's address; absent while an earlier step is missing, or when there is nothing to go to. */
  path?: string;
}

/** The built-in receiver: its page shows what came, and whether it was signed rightly. */
const isInbox = (url = ""): boolean => /\/inbox\/[0-9a-f]{32}$/.test(url);

/** The way from an empty workspace to a delivered event, ticked by facts alone; nothing has to be clicked away. */
export function onboardingSteps({ endpoints, secretSeen, keys, deliveries }: OnboardingFacts): OnboardingStep[] {
  const [endpoint] = endpoints;
  const arrived = deliveries.some(({ state }) => state === "delivered");
  const real = deliveries.some(({ test }) => !test);
  return [
    {
      id: "endpoint",
      title: "Create an endpoint",
      hint: "A URL of yours and the event types it wants, with its secret and a snippet to verify signatures. Without a server of your own, the built-in inbox will do.",
      done: endpoint !== undefined,
      path: "/endpoints/new",
    },
    {
      id: "secret",
      title: "See its secret, and how to verify",
      hint: "Your receiver checks each signature with the secret; the snippet beside it does that. Looking at the secret is recorded.",
      done: secretSeen,
      ...(endpoint && { path: `/endpoints/${endpoint.id}/secrets` }),
    },
    {
      id: "test",
      title: "Send a test event",
      hint: "It takes the way of every delivery, and you watch its attempts as they happen.",
      done: deliveries.length > 0,
      ...(endpoint && { path: `/endpoints/${endpoint.id}/test` }),
    },
    {
      id: "arrived",
      title: "See it arrive",
      hint: "An endpoint has received a delivery when it answered 2xx.",
      done: arrived,
      ...(deliveries.length > 0 && { path: isInbox(endpoint?.url) ? "/inbox" : "/deliveries" }),
    },
    {
      id: "key",
      title: "Create an API key",
      hint: "Your backend posts events with it.",
      done: keys.some(({ revoked_at }) => revoked_at === null),
      path: "/keys",
    },
    {
      id: "event",
      title: "Post the first real event",
      hint: "From your backend, or with the command that is shown with the key.",
      done: real,
      path: "/keys",
    },
  ];
}
