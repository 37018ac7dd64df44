import { integerRule, textRule, type Instant, type Rule } from '@libs/kernel';
import type { Feedback } from '../items/feedback';
import { DEFAULT_SORT, type FeedbackSelection, type Sort } from './selection';

/** Items of a page (lists.md 1). */
export const PAGE_DEFAULT = 20;
export const PAGE_MAX = 100;
export const limitRule = integerRule(1, PAGE_MAX, { maximum: PAGE_MAX, default: PAGE_DEFAULT });

/** Longest cursor (lists.md 5). */
export const CURSOR_MAX = 4096;

/** Whether the cursor goes on in this list is known where the list is. */
export const cursorRule: Rule<string> = {
  ...textRule(CURSOR_MAX),
  schema: { type: 'string' },
  demand: 'must be the next_cursor of the same list',
};

/** Which items, in which order, and from where on. */
export interface FeedbackQuery extends FeedbackSelection {
  /** Page size, 1 to 100. */
  readonly limit: number;
  /** Items to skip; 0 when `after` is given. */
  readonly offset: number;
  /** Where the page before ended (keyset): this one starts with the next item in the same order. */
  readonly after?: Position;
}

/** A place in an order: what it goes by, of one item, whether or not that item is still there. */
export interface Position {
  readonly id: string;
  /** What goes before the id: `updatedAt` or the title. Absent where the order is that of ids. */
  readonly key?: Instant | string;
}

/** Where a page ends whose last item this is. */
export function positionOf(item: Feedback, sort: Sort = DEFAULT_SORT): Position {
  switch (sort) {
    case '-created_at':
    case 'created_at':
      return { id: item.id };
    case '-updated_at':
    case 'updated_at':
      return { id: item.id, key: item.updatedAt };
    case 'title':
    case '-title':
      return { id: item.id, key: item.title };
  }
}

/**
 * What a search looks for: the words between its white space. Each must occur as a part of the title or of the
 * description, in upper or lower case; without a word everything is found.
 */
export function searchTerms(q: string): string[] {
  return [...new Set(q.split(WHITE_SPACE).filter((term) => term !== ''))];
}

const WHITE_SPACE = /\p{White_Space}/u;
