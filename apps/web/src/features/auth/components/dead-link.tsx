import { Notice } from "../../../ui/notice.tsx";

/** A link of a mail that was not opened whole. */
export function DeadLink() {
  return (
    <Notice tone="bad" title="This link is not complete">
      Open the link of the mail as a whole, or copy all of it into the address bar.
    </Notice>
  );
}
