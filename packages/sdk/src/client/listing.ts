import type { CallOptions, Transport } from "../http/transport.ts";
import type { Page, PageQuery } from "../types/page.ts";
import { queryOf } from "./paths.ts";

/**
 * A list that is read page by page as it is walked: `for await (const entry of list)` reaches every entry, and stops asking where the loop
 * stops.
 */
export class Listing<T> implements AsyncIterable<T> {
  readonly #read: (cursor: string | undefined) => Promise<Page<T>>;

  constructor(read: (cursor: string | undefined) => Promise<Page<T>>) {
    this.#read = read;
  }

  /** The page at the cursor of another; without one, the first page of the query. */
  page(cursor?: string): Promise<Page<T>> {
    return this.#read(cursor);
  }

  /** All pages, each read when it is asked for. */
  async *pages(): AsyncGenerator<Page<T>, void, undefined> {
    let cursor: string | undefined;
    do {
      const page = await this.#read(cursor);
      yield page;
      cursor = (page.has_more && page.next_cursor) || undefined;
    } while (cursor !== undefined);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    for await (const { data } of this.pages()) yield* data;
  }
}

/** The list at a path. A query that has a cursor begins there. */
export function listingOf<T>(transport: Transport, path: string, query: PageQuery, options: CallOptions | undefined): Listing<T> {
  return new Listing((cursor) =>
    transport.send<Page<T>>({ method: "GET", path, query: queryOf({ ...query, cursor: cursor ?? query.cursor }) }, options),
  );
}
