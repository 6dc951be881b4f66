import type { Metadata } from "next";
import { EventTypeForm } from "../../../../../features/event-types/index.ts";

export const metadata: Metadata = { title: "New event type" };

export default async function NewEventTypePage({ searchParams }: PageProps<"/[tenant]/event-types/new">) {
  const { name } = await searchParams;
  return <EventTypeForm {...(typeof name === "string" && { suggestedName: name })} />;
}
