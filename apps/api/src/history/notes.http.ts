import type { ItemNote, ListPage } from '@libs/contract';
import {
  movedNoteRule,
  movedNotesRule,
  noteJson,
  type NewNote,
  type Note,
  type NotesQuery,
} from '@libs/feedback';
import type { Page, Valid } from '@libs/kernel';
import type { CursorCodec } from '../cursors/cursor';
import { itemPageJson, itemPageRequest, type OfItem } from '../cursors/pages-of-item';
import { readBody } from '../http/body';
import type { Query } from '../http/query';
import { textOf } from '../idempotency/idempotency.http';

type ItemOf = Omit<OfItem, 'list'>;

/** @throws DomainError `validation` with all errors of the query */
export const notesRequest = (query: Query, at: ItemOf, cursors: CursorCodec): NotesQuery =>
  itemPageRequest(query, { ...at, list: 'notes' }, cursors);

export const notesJson = (
  { items, hasMore }: Page<Note>,
  { limit }: NotesQuery,
  at: ItemOf,
  cursors: CursorCodec,
): ListPage<ItemNote> =>
  itemPageJson(
    items.map(noteJson),
    hasMore ? items.at(-1)!.id : null,
    limit,
    { ...at, list: 'notes' },
    cursors,
  );

/** Whether a body has several notes, which are read by another rule. */
export const hasSeveral = (body: unknown): boolean => Object.hasOwn(Object(body), 'notes');

/** @throws DomainError `validation` with all errors of the body */
export function readNotes(body: unknown, now: Date): Valid<readonly NewNote[]> {
  if (!hasSeveral(body)) return [readBody(movedNoteRule(now), body)] as unknown as Valid<readonly NewNote[]>;
  return readBody(movedNotesRule(now), body).notes as Valid<readonly NewNote[]>;
}

/** 201 with the note, or 200 with all notes of a body that has several. */
export const writtenStatus = (body: unknown): 200 | 201 => (hasSeveral(body) ? 200 : 201);

export function writtenJson(body: unknown, notes: readonly Note[]) {
  const data = notes.map(noteJson);
  return { data: hasSeveral(body) ? data : data[0]! };
}

/** The response as it is stored for an `Idempotency-Key`. */
export const writtenText = (body: unknown, notes: readonly Note[]): string =>
  textOf({ status: writtenStatus(body), headers: {}, body: writtenJson(body, notes) });
