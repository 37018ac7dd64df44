import { historyEntryOf, newNote, newNoteRule, NOTE_MAX, noteJson, type HistoryPage } from '@libs/feedback';
import { apiKeyActor, memberActor, parse, VISITOR } from '@libs/kernel';
import { historyJson, historyRequest, notesJson } from './history.http';
import { jsonOf, readBody } from '../http/body';
import { thrownBy } from '../openapi/error-responses';
import { example } from '../openapi/schemas';
import { cursors, darkMode } from '../items/feedback.examples';

/* As in feedback.examples.ts, created by the code that they document. */

const KEY = apiKeyActor('019cb31f-1280-7c3d-8e9f-0a1b2c3d4e5f');
const MEMBER = memberActor('019cb31f-1281-7c3d-8e9f-0a1b2c3d4e5f');
const at = { accountId: darkMode.accountId, itemId: darkMode.id };

const created = historyEntryOf({ kind: 'created', actor: VISITOR, at: darkMode.createdAt, item: darkMode })!;
const planned = historyEntryOf({
  kind: 'updated',
  actor: KEY,
  at: '2026-03-04T08:30:00.000Z',
  item: { ...darkMode, title: 'Dark mode for tables', status: 'planned', version: 2 },
  previous: darkMode,
})!;
const historyPage = (page: HistoryPage, limit: number) =>
  historyJson(page, { before: null, limit }, at, cursors);
const firstPage = historyPage({ entries: [planned], next: 1_772_532_000_000_000 }, 1);
export const HISTORY_CURSOR = firstPage.pagination.next_cursor!;

export const HISTORY = {
  page: example(
    'A new status and title, and the creation',
    historyPage({ entries: [planned, created], next: null }, 20),
  ),
  first_page: example('The first page, with `limit=1`', firstPage),
};

export const WRITTEN = { note: example('A note', { text: 'Ada needs this before June.' }) };
const note = newNote(at.accountId, at.itemId, parse(newNoteRule, WRITTEN.note.value), MEMBER, {
  id: '019cb845-2a00-7c3d-8e9f-0a1b2c3d4e5f',
  now: new Date('2026-03-04T09:00:00.000Z'),
});
export const NOTE = { note: example('The new note', { data: noteJson({ ...note, author: KEY }) }) };
const notesPage = (items: (typeof note)[]) =>
  notesJson({ items, hasMore: false }, { limit: 20 }, at, cursors);
export const NOTES = {
  page: example('A note', notesPage([note])),
  empty: example('No notes', notesPage([])),
};

/** Invalid queries by example name. */
export const INVALID_PAGES: Record<string, Record<string, string | string[]>> = {
  invalid_parameter: { limit: '101' },
  invalid_parameter_cursor: { cursor: 'not-a-cursor' },
  repeated_parameter: { limit: ['1', '2'] },
  unknown_parameter: { page: '2' },
};
export const pageErrors = Object.fromEntries(
  Object.entries(INVALID_PAGES).map(([name, query]) => [
    name,
    thrownBy(() => historyRequest(query, at.accountId, at.itemId, cursors)),
  ]),
);

/** Invalid bodies of a new note: a JSON value, or raw bytes. */
export const INVALID_NOTES: Record<string, unknown> = {
  missing_required_field: {},
  invalid_type: { text: 5 },
  empty_value: { text: '   ' },
  too_long: { text: 'x'.repeat(NOTE_MAX + 1) },
  invalid_characters: { text: 'Ada\u0000' },
  unknown_field: { text: 'Ada needs this.', author: 'me' },
  invalid_body: [],
  malformed_json: Buffer.from('{"text":'),
  invalid_encoding: Buffer.from([0x22, 0xff, 0x22]),
};
const sent = (value: unknown): unknown =>
  jsonOf(Buffer.isBuffer(value) ? value : Buffer.from(JSON.stringify(value)));
export const noteErrors = Object.fromEntries(
  Object.entries(INVALID_NOTES).map(([name, body]) => [
    name,
    thrownBy(() => readBody(newNoteRule, sent(body))),
  ]),
);
