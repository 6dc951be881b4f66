import type { AttemptView, DeliveryDetailView } from "@hooklane/contracts";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { toCurl } from "../lib/to-curl.ts";

/** The attempt's request as a command; nothing where its body is no longer kept */
export function CopyCurl({ attempt, request }: { attempt: AttemptView; request: DeliveryDetailView["request"] }) {
  if (!request) return null;
  const command = toCurl({ url: request.url, headers: attempt.request.headers, body: request.body });
  return <CopyButton value={command} what="as curl" labelled of={`attempt ${attempt.number}`} />;
}
