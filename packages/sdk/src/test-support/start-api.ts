import { type Answer, type ReceivedRequest, type Receiver, startReceiver } from "@hooklane/testkit";
import { Hooklane, type HooklaneOptions } from "../client/hooklane.ts";

export const json = (status: number, value: unknown, headers: Record<string, string> = {}): Answer => ({
  kind: "status",
  status,
  headers: { "content-type": "application/json", ...headers },
  body: JSON.stringify(value),
});

export const problem = (status: number, code: string, headers: Record<string, string> = {}, more: object = {}): Answer =>
  json(status, { status, code, detail: `It is ${code}.`, request_id: "req_1", ...more }, { "x-request-id": "req_1", ...headers });

export interface StartedApi {
  readonly server: Receiver;
  readonly baseUrl: string;
  client(options?: Partial<HooklaneOptions>): Hooklane;
  requests(): readonly ReceivedRequest[];
}

/** A stand-in for the API that answers as scripted; requests count from 1. The client's waits are short. */
export async function startApi(respond: (request: ReceivedRequest, n: number) => Answer | Promise<Answer>): Promise<StartedApi> {
  const server = await startReceiver({ behaviours: { api: { kind: "scripted", respond } } });
  const baseUrl = server.url("api");
  return {
    server,
    baseUrl,
    client: (options = {}) => new Hooklane({ baseUrl, apiKey: "hk_test", retry: { baseMs: 1, capMs: 4 }, ...options }),
    requests: () => server.requests("api"),
  };
}
