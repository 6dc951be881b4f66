import { call, type Reply } from "./call.ts";
import type { StartedWeb } from "./start-web.ts";

/** What a person's browser does with the dashboard: keeps cookies, says where its requests come from, signs in by the framework's own form. */
export class Browser {
  readonly cookies = new Map<string, string>();
  readonly #web: Pick<StartedWeb, "baseUrl">;

  constructor(web: Pick<StartedWeb, "baseUrl">) {
    this.#web = web;
  }

  async request(method: string, path: string, options: { body?: unknown; headers?: Record<string, string> } = {}): Promise<Reply> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const reply = await call(this.#web, method, path, {
      ...options,
      headers: { ...(cookie !== "" && { cookie }), "sec-fetch-site": "same-origin", ...options.headers },
    });
    for (const line of reply.headers.getSetCookie()) {
      const [pair = "", ...attributes] = line.split(";");
      const at = pair.indexOf("=");
      if (attributes.some((attribute) => attribute.trim().toLowerCase() === "max-age=0")) this.cookies.delete(pair.slice(0, at));
      else this.cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return reply;
  }

  /** @param code of the second factor */
  async signIn(email: string, password: string, headers: Record<string, string> = {}, code = ""): Promise<Reply> {
    return this.#form("/api/auth/callback/credentials", { email, password, code }, headers);
  }

  signOut(): Promise<Reply> {
    return this.#form("/api/auth/signout", {});
  }

  query(procedure: string, input?: unknown): Promise<Reply> {
    const query = input === undefined ? "" : `?input=${encodeURIComponent(JSON.stringify(input))}`;
    return this.request("GET", `/api/trpc/${procedure}${query}`);
  }

  mutate(procedure: string, input: unknown, headers: Record<string, string> = {}): Promise<Reply> {
    return this.request("POST", `/api/trpc/${procedure}`, { body: input, headers });
  }

  async #form(path: string, fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Reply> {
    const { json } = await this.request("GET", "/api/auth/csrf");
    return this.request("POST", path, {
      body: new URLSearchParams({ ...fields, csrfToken: json.csrfToken, json: "true" }).toString(),
      headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    });
  }
}
