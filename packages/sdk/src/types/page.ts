/** One page of a list, newest first. */
export interface Page<T> {
  data: T[];
  /** Where the next page begins; null on the last one. */
  next_cursor: string | null;
  has_more: boolean;
}

export interface PageQuery {
  /** Entries per page, 1 to 250. Default 50. */
  limit?: number;
  /** Begin where an earlier page ended. */
  cursor?: string;
}
