import { SearchX } from "lucide-react";
import { Card } from "../../../ui/card.tsx";
import { EmptyState } from "../../../ui/list-state.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";

/** Within the console: an id that is unknown. */
export default function NotFound() {
  return (
    <>
      <PageHeader title="Not found" />
      <Card>
        <EmptyState icon={SearchX} title="There is nothing under this address">
          It may have been deleted or mistyped.
        </EmptyState>
      </Card>
    </>
  );
}
