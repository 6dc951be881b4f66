import type { Metadata } from "next";
import Link from "next/link";
import { MessagePage } from "../ui/message-page.tsx";

export const metadata: Metadata = { title: "Not found" };

export default function NotFound() {
  return (
    <MessagePage title="There is nothing at this address">
      <p>
        It may have moved, or been mistyped.{" "}
        <Link className="underline underline-offset-4" href="/">
          Go to the start
        </Link>
      </p>
    </MessagePage>
  );
}
