import { SearchX } from "lucide-react";
import { Card } from "../../../ui/card.tsx";
import { EmptyState } from "../../../ui/list-state.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";

/** Within a workspace: an id that is unknown here. */
export default function NotFound() {
  return (
    <>
      <PageHeader title="Not found" />
      <Card>
        <EmptyState icon={SearchX} title="This workspace has nothing under this address">
          It may have been deleted or mistyped, or belong to another workspace.
        </EmptyState>
      </Card>
    </>
  );
}
