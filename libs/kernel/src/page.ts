import type { Rule } from './rule';
import { integerRule, textRule } from './rules';

/** Items per page (lists.md 1). */
export const PAGE_DEFAULT = 20;
export const PAGE_MAX = 100;
export const limitRule = integerRule(1, PAGE_MAX, { maximum: PAGE_MAX, default: PAGE_DEFAULT });

/** Maximum length of a cursor, in characters (lists.md 5). */
export const CURSOR_MAX = 4096;

/** Checks the length only. The surface that issued the cursor checks that it belongs to the list. */
export const cursorRule: Rule<string> = {
  ...textRule(CURSOR_MAX),
  schema: { type: 'string' },
  demand: 'must be the next_cursor of the same list',
};

/** One page of a list. */
export interface Page<T> {
  readonly items: readonly T[];
  /** Whether at least one more item follows. */
  readonly hasMore: boolean;
  /** Number of items in the whole list. Only present on request, because counting is slow. */
  readonly total?: number;
}

/** Removes the extra row that was read after the limit; its presence determines `hasMore`. */
export function pageOf<T>(rows: readonly T[], limit: number, total?: number): Page<T> {
  return { items: rows.length > limit ? rows.slice(0, limit) : rows, hasMore: rows.length > limit, total };
}
