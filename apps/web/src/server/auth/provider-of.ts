import type { AuthOptions } from "next-auth";
import type { ServiceProfile, SignInService } from "./sign-in-services.ts";

type Provider = AuthOptions["providers"][number];

/** What the framework needs of its client for asking a service on a person's behalf. */
interface ServiceClient {
  requestResource(url: string, accessToken: string): Promise<{ statusCode?: number; body?: Buffer }>;
}

/** How long a service may take to answer. */
const ANSWER_TIMEOUT_MS = 10_000;

interface GitHubAddress {
  email: string;
  primary: boolean;
  verified: boolean;
}

/** A service as the framework takes it. Only addresses that the service has verified count. */
export const providerOf = (service: SignInService): Provider => (service.id === "github" ? gitHub(service) : google(service));

function gitHub({ id, name, url, clientId, clientSecret }: SignInService): Provider {
  const api = url === "https://github.com" ? "https://api.github.com" : `${url}/api/v3`;
  return {
    id,
    name,
    type: "oauth",
    httpOptions: { timeout: ANSWER_TIMEOUT_MS },
    clientId,
    clientSecret,
    checks: ["state"],
    authorization: { url: `${url}/login/oauth/authorize`, params: { scope: "read:user user:email" } },
    token: `${url}/login/oauth/access_token`,
    userinfo: {
      url: `${api}/user`,
      request: async ({ client, tokens }) => {
        const token = tokens.access_token ?? "";
        const ask = async (address: string): Promise<unknown> => {
          const { statusCode, body } = await (client as unknown as ServiceClient).requestResource(address, token);
          if (statusCode !== 200) throw new Error(`${name} answered ${statusCode}`);
          return JSON.parse(body?.toString("utf8") ?? "null");
        };
        const [profile, addresses] = [await ask(`${api}/user`), await ask(`${api}/user/emails`)] as [
          Record<string, unknown>,
          GitHubAddress[],
        ];
        return { ...profile, email: addresses.find(({ primary, verified }) => primary && verified)?.email ?? null } as never;
      },
    },
    profile: (profile: { id: number; name: string | null; login: string; email: string | null }): ServiceProfile => ({
      id: String(profile.id),
      name: profile.name ?? profile.login,
      email: profile.email,
    }),
  } as Provider;
}

function google({ id, name, url, clientId, clientSecret }: SignInService): Provider {
  return {
    id,
    name,
    type: "oauth",
    httpOptions: { timeout: ANSWER_TIMEOUT_MS },
    clientId,
    clientSecret,
    wellKnown: `${url}/.well-known/openid-configuration`,
    idToken: true,
    checks: ["pkce", "state"],
    authorization: { params: { scope: "openid email profile" } },
    profile: (profile: { sub: string; name?: string; email?: string; email_verified?: boolean }): ServiceProfile => ({
      id: profile.sub,
      name: profile.name ?? "",
      email: profile.email_verified ? (profile.email ?? null) : null,
    }),
  } as Provider;
}
