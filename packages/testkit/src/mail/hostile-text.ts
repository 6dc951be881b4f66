/** Markup, a header and a line of its own, a link and what turns the direction of text: what a tenant or an endpoint may write anywhere. */
export const hostileText =
  "\"'></a><img src=https://evil.example/x onerror=alert(1)><a href=https://evil.example>Sign in</a><script>alert(1)</script>\r\nBcc: victim@evil.example\n\nYour account is closed:\nhttps://evil.example \u202egnp.exe\u2028next";

/** Both forms of a mail. */
export interface MailForms {
  subject: string;
  text: string;
  html: string;
}

/**
 * What of a mail came alive of the text that somebody else wrote into it: markup, a link, an image, a header, a line of its own.
 * @param mail made with {@link hostileText}
 * @param plain the same mail, made with a harmless word
 * @param home what every link of it begins with
 * @returns faults, in words; none when the text is text
 */
export function findLively(mail: MailForms, plain: MailForms, home: string): string[] {
  const faults: string[] = [];
  const tags = (html: string): string[] => html.match(/<[a-z!/][^>]*>/gi) ?? [];
  if (tags(mail.html).join() !== tags(plain.html).join()) faults.push("its HTML has other tags");
  for (const tag of tags(mail.html)) {
    const [, url] = /\s(?:href|src|action|background)\s*=\s*["']?([^"'\s>]*)/i.exec(tag) ?? [];
    if (url !== undefined && !url.startsWith(home)) faults.push(`its HTML leads to ${url}`);
  }
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(mail.subject)) faults.push("its subject has more than one line");
  if (/[\u202a-\u202e\u2066-\u2069]/.test(mail.subject + mail.text + mail.html)) faults.push("the direction of its text is turned");
  const lines = (text: string) => text.split(/[\r\n\u2028\u2029]/).length;
  if (lines(mail.text) !== lines(plain.text)) faults.push("its plain text has more lines");
  if (/^(Bcc|Cc|To|Subject):/im.test(mail.text)) faults.push("a line of its plain text reads as a header");
  return faults;
}
