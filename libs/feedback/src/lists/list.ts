import type { Instant } from '@libs/kernel';
import type { Feedback, Source } from '../items/feedback';
import type { Status } from '../items/feedback.rules';

/** The orders a list can have (lists.md 4); ties are broken by id in the same direction. */
export const SORTS = ['-created_at', 'created_at', '-updated_at', 'updated_at', 'title', '-title'] as const;
export type Sort = (typeof SORTS)[number];

/** Newest first. As ids are made in the order of time, this is the order of ids. */
export const DEFAULT_SORT: Sort = '-created_at';

export const isSort = (value: unknown): value is Sort => SORTS.includes(value as Sort);

/** Longest search, in code points. */
export const Q_MAX = 200;

export interface FeedbackFilter {
  readonly status?: Status;
  readonly source?: Source;
  /** Words, each of which must occur in title or description; see `searchTerms`. */
  readonly q?: string;
  /** `q` also searches the submitter's address. */
  readonly searchesSenders?: boolean;
  /** The whole address, in upper or lower case. */
  readonly submitterEmail?: string;
  /** From this moment on. */
  readonly createdAfter?: Instant;
  /** Before this moment. */
  readonly createdBefore?: Instant;
  /** From this moment on. */
  readonly updatedAfter?: Instant;
  /** Only what this import created; in lower case. */
  readonly importId?: string;
}

/** What counts per status have in common. */
export type StatuslessFilter = Omit<FeedbackFilter, 'status'>;

/** Which items, all of them, and in which order: what an export is asked for. */
export interface FeedbackSelection extends FeedbackFilter {
  /** `DEFAULT_SORT` when not given. */
  readonly sort?: Sort;
}

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
