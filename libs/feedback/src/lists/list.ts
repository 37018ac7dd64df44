import { folded, withoutAccents, type Instant } from '@libs/kernel';
import type { Feedback } from '../items/feedback';
import { DEFAULT_SORT, type FeedbackSelection, type Sort } from './selection';

export { CURSOR_MAX, cursorRule, limitRule, PAGE_DEFAULT, PAGE_MAX } from '@libs/kernel';

/** A page of a list: the selected items, their order, and the position of the first one. */
export interface FeedbackQuery extends FeedbackSelection {
  /** Page size, 1 to 100. */
  readonly limit: number;
  /** Items to skip; 0 when `after` is given. */
  readonly offset: number;
  /** Position of the last item of the previous page (keyset pagination). The page starts after it. */
  readonly after?: Position;
}

/** The sort key of an item. It stays valid when the item is changed or deleted. */
export interface Position {
  readonly id: string;
  /** Value that precedes the ID in the order: `updated_at`, the title, or the number or value of requests. Absent if the order is that of IDs. */
  readonly key?: Instant | string;
}

/** Returns the position after which the next page starts, from the last item of a page. */
export function positionOf(item: Feedback, sort: Sort = DEFAULT_SORT): Position {
  switch (sort) {
    case '-created_at':
    case 'created_at':
      return { id: item.id };
    case '-updated_at':
    case 'updated_at':
      return { id: item.id, key: item.updated_at };
    case 'title':
    case '-title':
      return { id: item.id, key: item.title };
    case '-request_count':
      return { id: item.id, key: String(item.request_count) };
    case '-request_value':
      return { id: item.id, key: String(item.request_value) };
  }
}

/**
 * Splits a search at whitespace into folded terms, without duplicates. Each term must occur in the title or in the
 * description, as a substring. Without terms, every item matches.
 */
export function searchTerms(q: string): string[] {
  return [
    ...new Set(
      folded(q)
        .split(WHITE_SPACE)
        .filter((term) => term !== ''),
    ),
  ];
}

/** Whether a text has all of these terms. A term without accents also occurs where the text has some. */
export function hasTerms(text: string, terms: readonly string[]): boolean {
  const accented = folded(text);
  const plain = withoutAccents(accented);
  return terms.every((term) => plain.includes(term) || accented.includes(term));
}

const WHITE_SPACE = /\p{White_Space}/u;
