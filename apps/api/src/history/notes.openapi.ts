import {
  BATCH_MAX,
  movedNoteRule,
  movedNotesRule,
  newNote,
  NOTE_MAX,
  noteJson,
  noteNotFound,
  storageLimitReached,
} from '@libs/feedback';
import { memberActor, parse } from '@libs/kernel';
import {
  IN_USE_OR_GONE,
  INVALID_KEY,
  requestFailures,
  withRetryAfterInUse,
} from '../idempotency/idempotency.openapi';
import { failure, MALFORMED_REQUEST, MALFORMED_URL, NO_QUERY, refsTo } from '../openapi/error-responses';
import { cursors, darkMode, KEY } from '../openapi/examples';
import { bodyErrors, NO_BODIES, type Bodies } from '../openapi/invalid-requests';
import { itemFailures } from '../openapi/items';
import { ref, type Resource } from '../openapi/openapi.types';
import { emptyResponse, jsonResponse, operation } from '../openapi/operation';
import { example, idParameter, instant, open, pageOf, withDescriptions } from '../openapi/schemas';
import { NotesController } from './notes.controller';
import { notesJson } from './notes.http';

const MEMBER = memberActor('019cb31f-1281-7c3d-8e9f-0a1b2c3d4e5f');
const at = { accountId: darkMode.accountId, itemId: darkMode.id };
const NOW = new Date('2026-03-04T09:00:00.000Z');
const ofOne = movedNoteRule(NOW);

const MOVED = { text: 'They asked again.', author_name: 'Grace Hopper', created_at: '2024-03-04T09:00:00Z' };
const WRITTEN = {
  note: example('A note', { text: 'Ada needs this before June.' }),
  moved: example('A comment of another product', MOVED),
  several: example('Several comments of another product', { notes: [MOVED] }),
};
const written = (body: unknown, id: string) =>
  newNote(at.accountId, at.itemId, parse(ofOne, body), MEMBER, { newId: () => id, now: NOW });
const note = written(WRITTEN.note.value, '019cb845-2a00-7c3d-8e9f-0a1b2c3d4e5f');
const moved = { ...written(MOVED, '018e089b-f680-7c3d-8e9f-0a1b2c3d4e5f'), author: KEY };
const NOTE = {
  note: example('The new note', { data: noteJson({ ...note, author: KEY }) }),
  moved: example('The comment', { data: noteJson(moved) }),
};
const SEVERAL = { several: example('The comments', { data: [noteJson(moved)] }) };
const notesPage = (items: (typeof note)[]) =>
  notesJson({ items, hasMore: false }, { limit: 20 }, at, cursors);
export const NOTE_PAGES = {
  page: example('A note, and a comment of another product', notesPage([note, moved])),
  empty: example('No notes', notesPage([])),
};

export const INVALID_NOTES: Bodies = {
  missing_required_field: {},
  invalid_type: { text: 5 },
  invalid_format: { text: 'Ada', created_at: 'yesterday' },
  invalid_value: { text: 'Ada', created_at: '9999-01-01T00:00:00Z' },
  empty_value: { text: '   ' },
  too_long: { text: 'x'.repeat(NOTE_MAX + 1) },
  invalid_characters: { text: 'Ada\u0000' },
  unknown_field: { text: 'Ada needs this.', author: 'me' },
  ...NO_BODIES,
};

const own = {
  InvalidNewNote: failure({
    description: 'The URL, the body, or `Idempotency-Key` is invalid. Nothing was created.',
    errors: {
      ...bodyErrors(ofOne, INVALID_NOTES),
      ...NO_QUERY,
      ...INVALID_KEY,
      ...MALFORMED_URL,
      ...MALFORMED_REQUEST,
    },
  }),
  NewNoteConflict: withRetryAfterInUse(
    failure({
      description:
        'A request with this `Idempotency-Key` is still in progress: try again. Or the item of its response was ' +
        'deleted. Or the account has reached its storage limit. Nothing was created.',
      errors: { ...IN_USE_OR_GONE, storage_limit_reached: storageLimitReached() },
    }),
  ),
  NoteNotFound: failure({
    description: 'The item has no note with this ID.',
    errors: { note_not_found: noteNotFound() },
  }),
};
const errors = (...names: (keyof (typeof own & typeof itemFailures))[]) =>
  refsTo({ ...own, ...itemFailures }, ...names);

/** `/feedback/{id}/notes`: history.md 3, history.md 4. A part of the resource `history`. */
export const notes: Omit<Resource, 'tag'> = {
  schemas: {
    Note: {
      description: 'An internal note. No public page, event, or webhook contains it.',
      ...open({
        id: { type: 'string', format: 'uuid', description: 'ID of the note, a UUIDv7.' },
        text: { type: 'string', description: 'Text, of one or more lines.' },
        author: ref('schemas', 'Actor'),
        author_name: {
          type: ['string', 'null'],
          description:
            'Who wrote the note in another product; null for a note that was written here. `author` is who moved it.',
        },
        created_at: instant('When the note was written.'),
      }),
    },
    NewNote: withDescriptions(ofOne.schema, {
      text: {
        description:
          'Leading and trailing whitespace is removed. The length counts Unicode code points. Tabs and line breaks are ' +
          'the only control characters.',
      },
      author_name: { description: 'Who wrote the note in another product.' },
      created_at: {
        description: 'When the note was written, from 1970 to now. Defaults to now.',
        examples: [MOVED.created_at],
      },
    }),
    NewNotes: {
      ...movedNotesRule(NOW).schema,
      properties: {
        notes: { type: 'array', minItems: 1, maxItems: BATCH_MAX, items: ref('schemas', 'NewNote') },
      },
    },
    WrittenNotes: {
      description: 'One note, or several.',
      anyOf: [ref('schemas', 'NewNotes'), ref('schemas', 'NewNote')],
    },
    NoteResponse: open({ data: ref('schemas', 'Note') }),
    NotesResponse: open({ data: { type: 'array', items: ref('schemas', 'Note') } }),
    NotePage: pageOf('Note', 'Entries'),
  },
  parameters: { NoteId: idParameter('note_id', 'note', note.id) },
  failures: own,
  operations: [
    operation(NotesController, 'write', {
      operationId: 'createNote',
      summary: 'Write a note',
      description:
        `Adds an internal note to an item, or up to ${BATCH_MAX}, all or none. The item stays unchanged. Comments of ` +
        'another product keep their times and authors, and mention no one.',
      parameters: ['FeedbackId', 'IdempotencyKey'],
      body: { schema: 'WrittenNotes', examples: WRITTEN },
      success: jsonResponse('The new note.', 'NoteResponse', NOTE, 'Idempotent-Replayed'),
      otherResponses: {
        200: jsonResponse('The new notes, in their order.', 'NotesResponse', SEVERAL, 'Idempotent-Replayed'),
        ...errors('InvalidNewNote', 'FeedbackNotFound', 'NewNoteConflict'),
        ...refsTo(requestFailures, 'IdempotencyKeyReused'),
      },
    }),
    operation(NotesController, 'remove', {
      operationId: 'deleteNote',
      summary: 'Delete a note',
      description: 'Permanently deletes the note. Deleting it again returns 404.',
      parameters: ['FeedbackId', 'NoteId'],
      success: emptyResponse('The note was deleted.'),
      otherResponses: errors('InvalidItemRequest', 'NoteNotFound'),
    }),
  ],
};
