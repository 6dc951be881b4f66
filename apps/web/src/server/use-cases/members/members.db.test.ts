import { parsePublicId, publicId } from "@hooklane/contracts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { Browser } from "../../../test-support/browser.ts";
import { mailedToken, mailsTo } from "../../../test-support/outbox.ts";
import { serveDashboard } from "../../../test-support/serve-dashboard.ts";
import { type StartedWeb, startWeb } from "../../../test-support/start-web.ts";
import type { CreatedTenant } from "../tenants/create-tenant.ts";

let web: StartedWeb;
let tenant: CreatedTenant;
let tenantId: string;
let owner: Browser;
let people = 0;

beforeAll(async () => {
  web = await startWeb({}, serveDashboard);
});
afterAll(() => web.stop());
beforeEach(async () => {
  await web.owner.query("DELETE FROM attempt_limits");
  tenant = await web.newTenant();
  tenantId = publicId("tenant", tenant.tenantId);
  owner = await signedIn(tenant);
});

async function signedIn({ email, password }: Pick<CreatedTenant, "email" | "password">): Promise<Browser> {
  const browser = new Browser(web);
  await browser.signIn(email, password);
  return browser;
}
const invite = (email: string, role = "developer", by = owner) => by.mutate("invitations.create", { tenantId, email, role });
const roleOf = async (browser: Browser): Promise<string | undefined> =>
  (await browser.query("me.get")).json.result?.data.tenants.find(({ id }: { id: string }) => id === tenantId)?.role;
async function member(role: string): Promise<{ person: CreatedTenant; browser: Browser; userId: string }> {
  const person = await web.newTenant();
  await web.owner.query("INSERT INTO memberships (tenant_id, user_id, role) VALUES ($1, $2, $3)", [tenant.tenantId, person.userId, role]);
  return { person, browser: await signedIn(person), userId: publicId("user", person.userId) };
}
const newAddress = (): string => `invited${++people}@example.com`;

test("an invitation without an account: the link makes one with the role that was offered, once", async () => {
  const email = newAddress();
  expect((await invite(email)).json.result.data).toMatchObject({ email, role: "developer", invited_by: tenant.email, expired: false });
  const token = await mailedToken(web, email, "invitation");
  const visitor = new Browser(web);
  expect((await visitor.mutate("invitations.look", { token })).json.result.data).toEqual({
    workspace: expect.stringContaining("Tenant"),
    email,
    role: "developer",
    has_account: false,
  });
  const join = () => visitor.mutate("invitations.join", { token, name: "Grace", password: "a long password of Grace" });
  expect((await join()).json.result.data).toEqual({ tenantId, email });
  expect((await join()).status).toBe(404);
  const grace = await signedIn({ email, password: "a long password of Grace" });
  expect(await roleOf(grace)).toBe("developer");
  expect((await grace.query("me.get")).json.result.data.user.verified).toBe(true);
  expect((await owner.query("members.list", { tenantId })).json.result.data).toMatchObject({
    members: [{ role: "owner" }, { email, role: "developer", name: "Grace" }],
    invitations: [],
  });
});

test("an invitation with an account: only the account of that address accepts it, and its session gets another id", async () => {
  const guest = await web.newTenant();
  await invite(guest.email, "viewer");
  const token = await mailedToken(web, guest.email, "invitation");
  const stranger = await signedIn(await web.newTenant());
  expect((await stranger.mutate("invitations.accept", { token })).status).toBe(403);
  expect((await new Browser(web).mutate("invitations.join", { token, name: "", password: "takes the account over" })).status).toBe(409);
  const browser = await signedIn(guest);
  const before = new Map(browser.cookies);
  expect((await browser.mutate("invitations.accept", { token })).json.result.data).toEqual({ tenantId });
  expect(await roleOf(browser)).toBe("viewer");
  const stolen = new Browser(web);
  for (const [name, value] of before) stolen.cookies.set(name, value);
  expect((await stolen.query("me.get")).status).toBe(401);
});

test("an invitation that ran out, was taken back, or was replaced is worth nothing, and its token is kept as a hash", async () => {
  const email = newAddress();
  const { id } = (await invite(email)).json.result.data;
  const tokens = [await mailedToken(web, email)];
  const renewed = (await invite(email, "viewer")).json.result.data;
  expect(renewed.id).not.toBe(id);
  tokens.push(await mailedToken(web, email));
  await owner.mutate("invitations.resend", { tenantId, invitationId: renewed.id });
  tokens.push(await mailedToken(web, email));
  const look = async (token: string) => (await new Browser(web).mutate("invitations.look", { token })).status;
  expect(await Promise.all(tokens.map(look))).toEqual([404, 404, 200]);
  const { rows } = await web.owner.query("SELECT string_agg(row_to_json(i)::text, '') AS text FROM invitations i");
  for (const token of tokens) expect(rows[0].text).not.toContain(token);
  await web.owner.query("UPDATE invitations SET expires_at = now() WHERE email = $1", [email]);
  expect(await look(tokens[2] as string)).toBe(404);
  expect((await owner.query("members.list", { tenantId })).json.result.data.invitations).toMatchObject([{ email, expired: true }]);
  await owner.mutate("invitations.resend", { tenantId, invitationId: renewed.id });
  const last = await mailedToken(web, email);
  expect(await look(last)).toBe(200);
  await owner.mutate("invitations.revoke", { tenantId, invitationId: renewed.id });
  expect(await look(last)).toBe(404);
});

test("two who use one invitation at the same moment make one member", async () => {
  const email = newAddress();
  await invite(email);
  const token = await mailedToken(web, email);
  const replies = await Promise.all(
    Array.from({ length: 5 }, () => new Browser(web).mutate("invitations.join", { token, name: "", password: "a long enough password" })),
  );
  expect(replies.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
  const { rows } = await web.owner.query("SELECT count(*)::int AS n FROM users WHERE email = $1", [email]);
  expect(rows[0].n).toBe(1);
});

test("C63: demotion and removal end all sessions of that person at the next request", async () => {
  const { person, browser, userId } = await member("admin");
  const second = await signedIn(person);
  expect((await owner.mutate("members.changeRole", { tenantId, userId, role: "viewer" })).json.result.data).toEqual({ role: "viewer" });
  expect([(await browser.query("me.get")).status, (await second.query("me.get")).status]).toEqual([401, 401]);
  const again = await signedIn(person);
  expect(await roleOf(again)).toBe("viewer");
  expect((await owner.mutate("members.remove", { tenantId, userId })).json.result.data).toEqual({ removed: true });
  expect((await again.query("me.get")).status).toBe(401);
  expect(await roleOf(await signedIn(person))).toBeUndefined();
  expect((await mailsTo(web, person.email)).map(({ kind }) => kind)).toEqual(["account-notice", "account-notice"]);
});

test("the last owner can neither leave nor be demoted or removed, also when two owners go at once", async () => {
  const own = publicId("user", tenant.userId);
  expect((await owner.mutate("members.leave", { tenantId })).status).toBe(422);
  expect((await owner.mutate("members.changeRole", { tenantId, userId: own, role: "admin" })).status).toBe(422);
  const second = await member("owner");
  const both = await Promise.all([owner.mutate("members.leave", { tenantId }), second.browser.mutate("members.leave", { tenantId })]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
  const { rows } = await web.owner.query("SELECT count(*)::int AS n FROM memberships WHERE tenant_id = $1 AND role = 'owner'", [
    tenant.tenantId,
  ]);
  expect(rows[0].n).toBe(1);
});

test("an owner who is disabled does not count as the one who stays", async () => {
  const second = await member("owner");
  await web.owner.query("UPDATE users SET disabled_at = now() WHERE id = $1", [second.person.userId]);
  expect((await owner.mutate("members.leave", { tenantId })).status).toBe(422);
});

test("admins neither make owners nor touch one, be it by role, removal or invitation", async () => {
  const admin = (await member("admin")).browser;
  const own = publicId("user", tenant.userId);
  const viewer = await member("viewer");
  expect((await admin.mutate("members.changeRole", { tenantId, userId: own, role: "viewer" })).status).toBe(403);
  expect((await admin.mutate("members.remove", { tenantId, userId: own })).status).toBe(403);
  expect((await admin.mutate("members.changeRole", { tenantId, userId: viewer.userId, role: "owner" })).status).toBe(403);
  expect((await invite(newAddress(), "owner", admin)).status).toBe(403);
  expect((await admin.mutate("members.changeRole", { tenantId, userId: viewer.userId, role: "developer" })).status).toBe(200);
});

test("who may not invite does not see who is invited", async () => {
  await invite(newAddress());
  const viewer = (await member("viewer")).browser;
  expect((await viewer.query("members.list", { tenantId })).json.result.data.invitations).toEqual([]);
});

test("a person who is a member already is not invited", async () => {
  const { person } = await member("viewer");
  const reply = await invite(person.email);
  expect([reply.status, Object.keys(reply.json.error.data.fieldErrors)]).toEqual([409, ["email"]]);
});

test("T5: keys that a member made work on after they were removed, as the product says", async () => {
  const { browser, userId } = await member("admin");
  const { key } = (await browser.mutate("keys.create", { tenantId, name: "theirs", scopes: ["events:read"] })).json.result.data;
  await owner.mutate("members.remove", { tenantId, userId });
  const answer = await fetch(`${web.baseUrl}/v1/events`, { headers: { authorization: `Bearer ${key}` } });
  expect(answer.status).toBe(200);
});

test("a mail that invites shows a hostile workspace name as text", async () => {
  const name = "<img src=x onerror=alert(1)>\r\nBcc: all@example.com";
  await owner.mutate("workspace.rename", { tenantId, name });
  const email = newAddress();
  await invite(email);
  const [mail] = await mailsTo(web, email);
  expect(mail?.html).not.toContain("<img");
  expect(mail?.subject).not.toMatch(/[\r\n]/);
});

test("each change of members has its audit row with before and after, and no token", async () => {
  const email = newAddress();
  await invite(email);
  const token = await mailedToken(web, email);
  const { userId } = await member("viewer");
  await owner.mutate("members.changeRole", { tenantId, userId, role: "developer" });
  await owner.mutate("members.remove", { tenantId, userId });
  const { data } = (await owner.query("audit.list", { tenantId, limit: 3 })).json.result.data;
  expect(data.map(({ action, before, after }: Record<string, unknown>) => ({ action, before, after }))).toMatchObject([
    { action: "member.remove", before: { role: "developer" } },
    { action: "member.change_role", before: { role: "viewer" }, after: { role: "developer" } },
    { action: "invitation.create", after: { email, role: "developer" } },
  ]);
  expect(data[0].target).toMatchObject({ kind: "user", id: userId });
  expect(parsePublicId("audit", data[0].id)).toBeDefined();
  expect(JSON.stringify(data)).not.toContain(token);
});
