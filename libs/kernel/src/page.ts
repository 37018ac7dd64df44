/** A stretch of a longer list. */
export interface Page<T> {
  readonly items: readonly T[];
  /** Whether at least one more item follows. */
  readonly hasMore: boolean;
  /** How many there are in all; only when it was asked for, because counting costs. */
  readonly total?: number;
}

/** Cuts the one row that was read beyond the limit, which is how `hasMore` is known. */
export function pageOf<T>(rows: readonly T[], limit: number, total?: number): Page<T> {
  return { items: rows.length > limit ? rows.slice(0, limit) : rows, hasMore: rows.length > limit, total };
}
