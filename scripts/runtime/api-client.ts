/** What the commands ask of a running product's REST API. */
export interface ApiClient {
  /**
   * One call with a JSON body and a JSON answer.
   * @param expected the statuses that are answers; the call throws for any other, quoting the problem
   */
  call<T>(
    method: "GET" | "POST" | "PATCH" | "DELETE",
    path: string,
    expected: readonly number[],
    body?: unknown,
  ): Promise<{ status: number; body: T }>;
}

const TIMEOUT_MS = 30_000;

/**
 * @param baseUrl `http://host:port`
 * @param apiKey `hk_…`
 */
export function apiClient(baseUrl: string, apiKey: string): ApiClient {
  return {
    async call<T>(method: string, path: string, expected: readonly number[], body?: unknown) {
      const response = await fetch(new URL(path, baseUrl), {
        method,
        headers: { authorization: `Bearer ${apiKey}`, ...(body !== undefined && { "content-type": "application/json" }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const text = await response.text();
      if (!expected.includes(response.status)) throw new Error(`${method} ${path} answered ${response.status}: ${text.slice(0, 500)}`);
      return { status: response.status, body: (text ? JSON.parse(text) : undefined) as T };
    },
  };
}
