import {
  CHANGEABLE,
  CURSOR_MAX,
  HISTORY_TYPES,
  historyEntryOf,
  ITEM_FIELDS,
  type HistoryPage,
} from '@libs/feedback';
import { limitRule, VISITOR } from '@libs/kernel';
import { failure, MALFORMED_REQUEST, MALFORMED_URL, refsTo } from '../openapi/error-responses';
import { cursors, darkMode, KEY, planned } from '../openapi/examples';
import { errorsOf, type Queries } from '../openapi/invalid-requests';
import { itemFailures } from '../openapi/items';
import { ref, type Resource } from '../openapi/openapi.types';
import { jsonResponse, operation } from '../openapi/operation';
import { example, instant, open, pageOf, STATUS } from '../openapi/schemas';
import { HistoryController } from './history.controller';
import { historyJson, historyRequest } from './history.http';
import { NotesController } from './notes.controller';
import { NOTE_PAGES, notes } from './notes.openapi';

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

export const INVALID_PAGES: Queries = {
  invalid_parameter: { limit: '101' },
  invalid_parameter_cursor: { cursor: 'not-a-cursor' },
  repeated_parameter: { limit: ['1', '2'] },
  unknown_parameter: { page: '2' },
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
    ...notes.schemas,
  },
  parameters: {
    ...notes.parameters,
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
  failures: { ...own, ...notes.failures },
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
    operation(NotesController, 'list', {
      operationId: 'listNotes',
      summary: 'List notes',
      description: 'Returns the internal notes about an item, newest first.',
      parameters: ['FeedbackId', 'HistoryLimit', 'HistoryCursor'],
      success: jsonResponse('A page of notes.', 'NotePage', NOTE_PAGES),
      otherResponses: errors('InvalidHistoryRequest', 'FeedbackNotFound'),
    }),
    ...notes.operations,
  ],
};
