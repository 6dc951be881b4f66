/** What each kind of mail is sent for. */
export const mailKinds = {
  "verify-email": "A new account's address is to be confirmed.",
  "reset-password": "Somebody asked to choose a new password.",
  "account-notice": "Something about an account changed: its password, its address, its sessions.",
  invitation: "Somebody is invited to a workspace.",
  "alert-opened": "An alert opened.",
  "alert-resolved": "An alert is over.",
  "alert-digest": "More alerts than one person is sent single mails of.",
} as const;

export type MailKind = keyof typeof mailKinds;

export const MAX_SUBJECT_CHARACTERS = 200;
const MAX_ADDRESS_CHARACTERS = 254;

/** One address as the envelope takes it: no list, no display name, no comment, nothing that could begin a header. */
const ADDRESS = /^[^\s@<>()[\]\\,;:"\p{C}]+@[^\s@<>()[\]\\,;:"\p{C}]+$/u;

export const isMailAddress = (text: string): boolean => text.length <= MAX_ADDRESS_CHARACTERS && ADDRESS.test(text);

/** Characters that end a line, steer a terminal or turn the direction of text. */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]+/gu;
const LONE_SURROGATES = /\p{Cs}/gu;

/** Text of unknown origin as a part of one line: control characters and line ends become spaces, and it is cut to a length. */
export function oneLine(text: string, maxCharacters = 500): string {
  const line = text.replace(UNSEEN, " ").replace(LONE_SURROGATES, "\ufffd").replace(/ {2,}/g, " ").trim();
  const characters = [...line];
  return characters.length <= maxCharacters ? line : `${characters.slice(0, maxCharacters - 1).join("")}…`;
}
