import { Card } from "../../../../ui/card.tsx";
import { LoadingState } from "../../../../ui/list-state.tsx";
import { Skeleton } from "../../../../ui/skeleton.tsx";

export default function Loading() {
  return (
    <>
      <Skeleton className="h-7 w-48" />
      <Card flush>
        <LoadingState />
      </Card>
    </>
  );
}
