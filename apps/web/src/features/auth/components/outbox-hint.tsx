/** Where mail is when the installation has no mail server. */
export function OutboxHint({ sendsMail }: { sendsMail: boolean }) {
  return sendsMail ? null : (
    <p className="text-muted text-sm">
      This installation has no mail server. Its operator finds the mail in the outbox of the support console, and hands you the link.
    </p>
  );
}
