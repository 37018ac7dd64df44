import type { Item, ListPage } from '@libs/contract';
import { USUAL_VALUES } from '@libs/feedback';

export const item = (id: string, rest: Partial<Item> = {}): Item => ({
  id,
  title: `Title ${id}`,
  description: null,
  submitter_email: null,
  status: 'new',
  source: 'form',
  created_at: '2026-03-03T10:00:00.000Z',
  updated_at: '2026-03-03T10:00:00.000Z',
  ...USUAL_VALUES,
  version: 1,
  ...rest,
});

/** A page of a list that can have `more` of them. */
export const page = (rows: readonly Item[], more = false): ListPage<Item> => ({
  data: rows,
  pagination: { limit: 3, has_more: more, next_cursor: more ? 'next' : null },
});
