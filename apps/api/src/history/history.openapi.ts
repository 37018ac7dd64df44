import {
  CHANGEABLE,
  CURSOR_MAX,
  HISTORY_TYPES,
  historyEntryOf,
  ITEM_FIELDS,
  newNote,
  newNoteRule,
  NOTE_MAX,
  noteJson,
  noteNotFound,
  type HistoryPage,
} from '@libs/feedback';
import { limitRule, memberActor, parse, VISITOR } from '@libs/kernel';
import { failure, MALFORMED_REQUEST, MALFORMED_URL, NO_QUERY, refsTo } from '../openapi/error-responses';
import { cursors, darkMode, KEY, planned } from '../openapi/examples';
import { bodyErrors, errorsOf, NO_BODIES, type Bodies, type Queries } from '../openapi/invalid-requests';
import { itemFailures } from '../openapi/items';
import { ref, type Resource } from '../openapi/openapi.types';
import { emptyResponse, jsonResponse, operation } from '../openapi/operation';
import { example, idParameter, instant, open, pageOf, STATUS, withDescriptions } from '../openapi/schemas';
import { HistoryController } from './history.controller';
import { historyJson, historyRequest, notesJson } from './history.http';

const MEMBER = memberActor('019cb31f-1281-7c3d-8e9f-0a1b2c3d4e5f');
const at = { accountId: darkMode.accountId, itemId: darkMode.id };

const created = historyEntryOf({ kind: 'created', actor: VISITOR, at: darkMode.created_at, item: darkMode })!;
const revised = historyEntryOf({
  kind: 'updated',
  actor: KEY,
  at: planned.updated_at,
  item: { ...planned, title: 'Dark mode for tables' },
  previous: darkMode,
})!;
const historyPage = (page: HistoryPage, limit: number) =>
  historyJson(page, { before: null, limit }, at, cursors);
const firstPage = historyPage({ entries: [revised], next: 1_772_532_000_000_000 }, 1);
const HISTORY_CURSOR = firstPage.pagination.next_cursor!;

const HISTORY = {
  page: example(
    'A new status and title, and the creation',
    historyPage({ entries: [revised, created], next: null }, 20),
  ),
  first_page: example('The first page, with `limit=1`', firstPage),
};

const WRITTEN = { note: example('A note', { text: 'Ada needs this before June.' }) };
const note = newNote(at.accountId, at.itemId, parse(newNoteRule, WRITTEN.note.value), MEMBER, {
  id: '019cb845-2a00-7c3d-8e9f-0a1b2c3d4e5f',
  now: new Date('2026-03-04T09:00:00.000Z'),
});
const NOTE = { note: example('The new note', { data: noteJson({ ...note, author: KEY }) }) };
const notesPage = (items: (typeof note)[]) =>
  notesJson({ items, hasMore: false }, { limit: 20 }, at, cursors);
const NOTES = {
  page: example('A note', notesPage([note])),
  empty: example('No notes', notesPage([])),
};

export const INVALID_PAGES: Queries = {
  invalid_parameter: { limit: '101' },
  invalid_parameter_cursor: { cursor: 'not-a-cursor' },
  repeated_parameter: { limit: ['1', '2'] },
  unknown_parameter: { page: '2' },
};
export const INVALID_NOTES: Bodies = {
  missing_required_field: {},
  invalid_type: { text: 5 },
  empty_value: { text: '   ' },
  too_long: { text: 'x'.repeat(NOTE_MAX + 1) },
  invalid_characters: { text: 'Ada\u0000' },
  unknown_field: { text: 'Ada needs this.', author: 'me' },
  ...NO_BODIES,
};

const own = {
  InvalidHistoryRequest: failure({
    description: 'The URL is malformed, or a query parameter is invalid, repeated, or unknown.',
    errors: {
      ...errorsOf(INVALID_PAGES, (query) => historyRequest(query, at, cursors)),
      ...MALFORMED_URL,
      ...MALFORMED_REQUEST,
    },
  }),
  InvalidNewNote: failure({
    description: 'The URL or the body is invalid. Nothing was created.',
    errors: {
      ...bodyErrors(newNoteRule, INVALID_NOTES),
      ...NO_QUERY,
      ...MALFORMED_URL,
      ...MALFORMED_REQUEST,
    },
  }),
  NoteNotFound: failure({
    description: 'The item has no note with this ID.',
    errors: { note_not_found: noteNotFound() },
  }),
};
const all = { ...own, ...itemFailures };
const errors = (...names: (keyof typeof all)[]) => refsTo(all, ...names);

const valueOf = (name: (typeof CHANGEABLE)[number]) => (name === 'status' ? STATUS : ITEM_FIELDS[name]);

/** `/feedback/{id}/history` and `/feedback/{id}/notes`: history.md 1 to history.md 4. */
export const history: Resource = {
  tag: {
    name: 'History and notes',
    description: 'See who changed an item, and keep internal notes about it.',
  },
  schemas: {
    HistoryEntry: {
      description: 'A committed change of an item.',
      ...open({
        at: instant('When the change was made.'),
        actor: ref('schemas', 'Actor'),
        type: {
          type: 'string',
          examples: HISTORY_TYPES,
          description: '`created` or `updated`. New values can be added.',
        },
        changes: {
          description: 'The changed fields. Empty for a new item, and after an erasure of personal data.',
          ...open(
            Object.fromEntries(
              CHANGEABLE.map((name) => [name, open({ from: valueOf(name), to: valueOf(name) })]),
            ),
            [],
          ),
        },
      }),
    },
    HistoryPage: pageOf('HistoryEntry', 'Entries'),
    Note: {
      description: 'An internal note. No public page, event, or webhook contains it.',
      ...open({
        id: { type: 'string', format: 'uuid', description: 'ID of the note, a UUIDv7.' },
        text: { type: 'string', description: 'Text, of one or more lines.' },
        author: ref('schemas', 'Actor'),
        created_at: instant('When the note was written.'),
      }),
    },
    NewNote: withDescriptions(newNoteRule.schema, {
      text: {
        description:
          'Leading and trailing whitespace is removed. The length counts Unicode code points. Tabs and line breaks are ' +
          'the only control characters.',
      },
    }),
    NoteResponse: open({ data: ref('schemas', 'Note') }),
    NotePage: pageOf('Note', 'Entries'),
  },
  parameters: {
    NoteId: idParameter('note_id', 'note', note.id),
    HistoryLimit: {
      name: 'limit',
      in: 'query',
      description: 'Entries per page.',
      schema: limitRule.schema,
      example: 20,
    },
    HistoryCursor: {
      name: 'cursor',
      in: 'query',
      description: '`next_cursor` of the previous page.',
      schema: { type: 'string', minLength: 1, maxLength: CURSOR_MAX },
      example: HISTORY_CURSOR,
    },
  },
  failures: own,
  operations: [
    operation(HistoryController, 'list', {
      operationId: 'listHistory',
      summary: 'List the history of an item',
      description:
        'Returns the changes of an item, newest first, for as long as the item exists. A change appears within about ' +
        '0.2 seconds.',
      parameters: ['FeedbackId', 'HistoryLimit', 'HistoryCursor'],
      success: jsonResponse('A page of changes.', 'HistoryPage', HISTORY),
      otherResponses: errors('InvalidHistoryRequest', 'FeedbackNotFound'),
    }),
    operation(HistoryController, 'listNotes', {
      operationId: 'listNotes',
      summary: 'List notes',
      description: 'Returns the internal notes about an item, newest first.',
      parameters: ['FeedbackId', 'HistoryLimit', 'HistoryCursor'],
      success: jsonResponse('A page of notes.', 'NotePage', NOTES),
      otherResponses: errors('InvalidHistoryRequest', 'FeedbackNotFound'),
    }),
    operation(HistoryController, 'write', {
      operationId: 'createNote',
      summary: 'Write a note',
      description: 'Adds an internal note to an item. The item stays unchanged, and there is no event.',
      parameters: ['FeedbackId'],
      body: { schema: 'NewNote', examples: WRITTEN },
      success: jsonResponse('The new note.', 'NoteResponse', NOTE),
      otherResponses: errors('InvalidNewNote', 'FeedbackNotFound'),
    }),
    operation(HistoryController, 'remove', {
      operationId: 'deleteNote',
      summary: 'Delete a note',
      description: 'Permanently deletes the note. Deleting it again returns 404.',
      parameters: ['FeedbackId', 'NoteId'],
      success: emptyResponse('The note was deleted.'),
      otherResponses: errors('InvalidItemRequest', 'NoteNotFound'),
    }),
  ],
};
