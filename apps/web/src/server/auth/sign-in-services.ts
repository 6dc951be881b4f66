/** Another service that vouches for who somebody is. */
export interface SignInService {
  id: "github" | "google";
  name: string;
  clientId: string;
  clientSecret: string;
  /** Where it is; no slash at its end. */
  url: string;
}

/** What a service says of a person. */
export interface ServiceProfile {
  /** Theirs at the service, for ever. */
  id: string;
  name: string;
  /** An address that the service knows to be theirs; null without one. */
  email: string | null;
}

const known = [
  { id: "github", name: "GitHub", url: "https://github.com", variable: "GITHUB" },
  { id: "google", name: "Google", url: "https://accounts.google.com", variable: "GOOGLE" },
] as const;

/**
 * Reads `HOOKLANE_GITHUB_CLIENT_ID`, `…_CLIENT_SECRET` and, for an Enterprise server, `…_URL`; the same for GOOGLE. A service is offered when its id and secret are
 * set. @returns every problem at once, none with a value
 */
export function readSignInServices(
  source: Readonly<Record<string, string | undefined>>,
): { ok: true; services: SignInService[] } | { ok: false; problems: string[] } {
  const services: SignInService[] = [];
  const problems: string[] = [];
  for (const { id, name, url, variable } of known) {
    const prefix = `HOOKLANE_${variable}_`;
    const [clientId, clientSecret, ownUrl] = ["CLIENT_ID", "CLIENT_SECRET", "URL"].map((member) => source[prefix + member]);
    if (clientId === undefined && clientSecret === undefined) continue;
    if (clientId === undefined || clientSecret === undefined)
      problems.push(`${prefix}CLIENT_ID and ${prefix}CLIENT_SECRET: set both or neither`);
    else if (ownUrl !== undefined && !/^https?:$/.test(URL.parse(ownUrl)?.protocol ?? "")) problems.push(`${prefix}URL: expected a URL`);
    else services.push({ id, name, clientId, clientSecret, url: (ownUrl ?? url).replace(/\/+$/, "") });
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, services };
}
