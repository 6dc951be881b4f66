import type { Metadata } from "next";
import { OutboxPage } from "../../../../features/support/index.ts";
import { Hydrated } from "../../../_data/hydrated.tsx";
import { pageData, readOrLeave } from "../../../_data/page-data.ts";

export const metadata: Metadata = { title: "Mail · Support" };

export default async function SupportMailPage({ searchParams }: PageProps<"/support/mail">) {
  const { to } = await searchParams;
  const { api, queryClient } = pageData();
  const me = await readOrLeave(api.me.get.queryOptions());
  await queryClient.prefetchQuery(api.support.outbox.queryOptions({ recipient: typeof to === "string" ? to : "" }));
  return (
    <Hydrated>
      <OutboxPage sendsMail={me.sends_mail} />
    </Hydrated>
  );
}
