import type { Metadata } from "next";
import { ButtonLink } from "../ui/button.tsx";
import { MessagePage } from "../ui/message-page.tsx";

export const metadata: Metadata = { title: "Not found" };

export default function NotFound() {
  return (
    <MessagePage title="There is nothing at this address">
      <p>It may have moved, have been mistyped, or belong to a workspace that is not yours.</p>
      <p className="mt-6">
        <ButtonLink href="/">Go to the start</ButtonLink>
      </p>
    </MessagePage>
  );
}
