import { Notice } from "../../../ui/notice.tsx";

/** What is wrong with a form as a whole; announced when it appears. */
export function FormAlert({ message }: { message: string | undefined }) {
  return message === undefined ? null : (
    <div role="alert">
      <Notice tone="bad" title={message} />
    </div>
  );
}
