import {
  CHANGEABLE,
  CURSOR_MAX,
  HISTORY_TYPES,
  ITEM_FIELDS,
  newNoteRule,
  noteNotFound,
} from '@libs/feedback';
import { limitRule, PAGE_MAX } from '@libs/kernel';
import { failure, MALFORMED_REQUEST, MALFORMED_URL, NO_QUERY, refsTo } from '../openapi/error-responses';
import { ref, type Resource, type Schema } from '../openapi/openapi.types';
import { emptyResponse, jsonResponse, operation } from '../openapi/operation';
import { instant, open, STATUS, withDescriptions } from '../openapi/schemas';
import { feedback } from '../items/feedback.operations';
import { HistoryController } from './history.controller';
import { HISTORY, HISTORY_CURSOR, NOTE, noteErrors, NOTES, pageErrors, WRITTEN } from './history.examples';

const own = {
  InvalidHistoryRequest: failure({
    description: 'The URL is malformed, or a query parameter is invalid, repeated, or unknown.',
    errors: { ...pageErrors, ...MALFORMED_URL, ...MALFORMED_REQUEST },
  }),
  InvalidNewNote: failure({
    description: 'The URL or the body is invalid. Nothing was created.',
    errors: { ...noteErrors, ...NO_QUERY, ...MALFORMED_URL, ...MALFORMED_REQUEST },
  }),
  NoteNotFound: failure({
    description: 'The item has no note with this ID.',
    errors: { note_not_found: noteNotFound() },
  }),
};
const { FeedbackNotFound, InvalidItemRequest } = feedback.failures;
const all = { ...own, FeedbackNotFound: FeedbackNotFound!, InvalidItemRequest: InvalidItemRequest! };
const errors = (...names: (keyof typeof all)[]) => refsTo(all, ...names);

const pagination = open({
  limit: { type: 'integer', minimum: 1, maximum: PAGE_MAX, description: 'Entries per page.' },
  has_more: { type: 'boolean', description: 'Whether there is a next page.' },
  next_cursor: { type: ['string', 'null'], description: 'Cursor of the next page; null on the last page.' },
});
const page = (name: string): Schema =>
  open({ data: { type: 'array', maxItems: PAGE_MAX, items: ref('schemas', name) }, pagination });

const valueOf = (name: (typeof CHANGEABLE)[number]) =>
  name === 'status' ? STATUS : ITEM_FIELDS[name].schema;

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
    HistoryPage: page('HistoryEntry'),
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
    NotePage: page('Note'),
  },
  parameters: {
    NoteId: {
      name: 'note_id',
      in: 'path',
      required: true,
      description: 'ID of the note, in uppercase or lowercase.',
      schema: { type: 'string', format: 'uuid' },
      example: NOTE.note.value.data.id,
    },
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
