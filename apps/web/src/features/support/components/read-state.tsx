"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Card } from "../../../ui/card.tsx";
import { ErrorState, LoadingState } from "../../../ui/list-state.tsx";
import { readProblem } from "../../api/index.ts";

interface ReadStateProps<Data> {
  query: UseQueryResult<Data, unknown>;
  /** What is read, as in "The workers". */
  what: string;
  children: (data: Data) => ReactNode;
}

/** What a query answered, or that it is being read, or that it could not be. */
export function ReadState<Data>({ query, what, children }: ReadStateProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  return (
    <Card flush>
      {query.isError ? (
        <ErrorState title={`${what} could not be read`} detail={readProblem(query.error).detail} onRetry={() => void query.refetch()} />
      ) : (
        <LoadingState label={`Reading: ${what}`} />
      )}
    </Card>
  );
}
