import { mailKinds, renderMail } from "@hooklane/contracts";
import type { NewMail } from "@hooklane/db";
import { findLively, hostileText } from "@hooklane/testkit";
import { expect, test } from "vitest";
import * as mails from "./account-mails.ts";

const HOME = "https://hooks.example";
const TO = "ada@example.com";
const ID = "0193b1f0-7a5e-7cc1-8d2e-4a1b2c3d4e5f";
const url = `${HOME}/page#token`;

type Template = Exclude<keyof typeof mails, "linkTo">;

/** Every mail of accounts and workspaces, with one text wherever somebody else's may stand; a template without a row does not compile. */
const templates: Record<Template, (text: string) => NewMail> = {
  confirmAddress: () => mails.confirmAddress(TO, url),
  addressHasAccount: () => mails.addressHasAccount(TO, HOME),
  resetPasswordMail: () => mails.resetPasswordMail(TO, url),
  changeAddressMail: () => mails.changeAddressMail(TO, url),
  accountNotice: (text) => mails.accountNotice(TO, text, text, HOME),
  invitationMail: (text) => mails.invitationMail(TO, { tenantId: ID, workspace: text, role: text, invitedBy: text, url }),
  membershipNotice: (text) => mails.membershipNotice(TO, ID, text, text),
  deletionNotice: (text) => mails.deletionNotice(TO, ID, text, text, url),
};

test.each(Object.entries(templates))("C68: whatever a workspace and a person are called, the mail of %s is inert", (_, of) => {
  expect(findLively(renderMail(of(hostileText).content), renderMail(of("word").content), HOME)).toEqual([]);
});

test("the mails that are not alerts' are all of these kinds", () => {
  const kinds = new Set(Object.values(templates).map((of) => of("word").kind));
  expect([...kinds].sort()).toEqual(
    Object.keys(mailKinds)
      .filter((kind) => !kind.startsWith("alert-"))
      .sort(),
  );
});
