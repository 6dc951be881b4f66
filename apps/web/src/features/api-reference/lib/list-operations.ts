import type { OpenApiDocument, OpenApiMethod, OpenApiOperation } from "@hooklane/contracts";

export interface ListedOperation extends OpenApiOperation {
  method: OpenApiMethod;
  path: string;
}

export interface ListedArea {
  name: string;
  description: string;
  /** For addresses within the page. */
  anchor: string;
  operations: ListedOperation[];
}

export const anchorOf = (name: string): string => name.toLowerCase().replaceAll(" ", "-");

/** The operations of a document by area, both in the document's order. */
export function listOperations({ paths, tags }: OpenApiDocument): ListedArea[] {
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method: method as OpenApiMethod, path })),
  );
  return tags
    .map(({ name, description }) => ({
      name,
      description,
      anchor: anchorOf(name),
      operations: all.filter((operation) => operation.tags.includes(name)),
    }))
    .filter(({ operations }) => operations.length > 0);
}
