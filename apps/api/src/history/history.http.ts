import type { HistoryChange, ItemNote, ListPage } from '@libs/contract';
import {
  cursorRule,
  limitRule,
  noteJson,
  PAGE_DEFAULT,
  type HistoryPage,
  type HistoryQuery,
  type Note,
  type NotesQuery,
} from '@libs/feedback';
import { optional, throwIfInvalid, type Issue, type Page } from '@libs/kernel';
import { invalidParameter, readQuery, unknownParameters, type Query } from '../http/query';
import type { CursorCodec } from '../cursors/cursor';

const FIELDS = { limit: optional(limitRule), cursor: optional(cursorRule) };

/** The history or the notes of an item. A cursor of another one is rejected. */
interface OfItem {
  readonly accountId: string;
  readonly list: 'history' | 'notes';
  readonly itemId: string;
}

function request(query: Query, { itemId, ...scope }: OfItem, cursors: CursorCodec) {
  const issues: Issue[] = [];
  const { limit = PAGE_DEFAULT, cursor } = readQuery(FIELDS, query, issues);
  const position = cursor === undefined ? null : cursors.decode(scope, cursor);
  const isOfItem = position?.key === itemId.toLowerCase();
  if (cursor !== undefined && !isOfItem) issues.push(invalidParameter('cursor', cursorRule.demand!));
  throwIfInvalid([...issues, ...unknownParameters(FIELDS, query)]);
  return { limit, after: position?.id };
}

/** Returns the `next_cursor` of a page whose last entry has this ID. */
const cursorOf = ({ itemId, ...scope }: OfItem, id: string | null, cursors: CursorCodec): string | null =>
  id === null ? null : cursors.encode(scope, { key: itemId.toLowerCase(), id });

/** @throws DomainError `validation` with all errors of the query */
export function historyRequest(
  query: Query,
  accountId: string,
  itemId: string,
  cursors: CursorCodec,
): HistoryQuery {
  const { limit, after } = request(query, { accountId, list: 'history', itemId }, cursors);
  return { limit, before: after === undefined ? null : Number(after) };
}

export function historyJson(
  { entries, next }: HistoryPage,
  { limit }: HistoryQuery,
  at: Omit<OfItem, 'list'>,
  cursors: CursorCodec,
): ListPage<HistoryChange> {
  const cursor = cursorOf({ ...at, list: 'history' }, next === null ? null : String(next), cursors);
  return { data: entries, pagination: { limit, has_more: next !== null, next_cursor: cursor } };
}

/** @throws DomainError `validation` with all errors of the query */
export const notesRequest = (
  query: Query,
  accountId: string,
  itemId: string,
  cursors: CursorCodec,
): NotesQuery => request(query, { accountId, list: 'notes', itemId }, cursors);

export function notesJson(
  { items, hasMore }: Page<Note>,
  { limit }: NotesQuery,
  at: Omit<OfItem, 'list'>,
  cursors: CursorCodec,
): ListPage<ItemNote> {
  const cursor = cursorOf({ ...at, list: 'notes' }, hasMore ? items.at(-1)!.id : null, cursors);
  return { data: items.map(noteJson), pagination: { limit, has_more: hasMore, next_cursor: cursor } };
}
