import {
  alreadySent,
  changedEntry,
  entryChangeRule,
  entryJson,
  entryNotFound,
  entryStatusRule,
  feedbackNotFound,
  newEntry,
  newEntryRule,
  storageLimitReached,
  tooManyEntries,
  type ChangelogEntry,
} from '@libs/feedback';
import { parse } from '@libs/kernel';
import { failure, MALFORMED_REQUEST, MALFORMED_URL, NO_QUERY, refsTo } from '../openapi/error-responses';
import { ACCOUNT, cursors, darkMode } from '../openapi/examples';
import { EXAMPLE_URL } from '../openapi/headers';
import { bodyErrors, errorsOf, NO_BODIES, type Bodies, type Queries } from '../openapi/invalid-requests';
import { itemFailures } from '../openapi/items';
import { ref, type Resource, type Schema } from '../openapi/openapi.types';
import { emptyResponse, jsonResponse, operation } from '../openapi/operation';
import { example, idParameter, instant, open, pageOf, withDescriptions } from '../openapi/schemas';
import { ChangelogController } from './changelog.controller';
import { entriesJson, entriesQuery } from './changelog.http';

const rule = newEntryRule(new Date('2026-03-04T09:00:00.000Z'));
const FORM_URL = `${EXAMPLE_URL}/f/acme`;
const NEW = {
  draft: example('An entry about an item', {
    title: 'Dark theme',
    text: 'Choose **Dark** under *Appearance*.',
    items: [darkMode.id],
  }),
};
const draft: ChangelogEntry = newEntry(ACCOUNT, parse(rule, NEW.draft.value), {
  id: '019cb845-2a00-7c3d-8e9f-0a1b2c3d4e60',
  now: new Date('2026-03-04T09:00:00.000Z'),
});
const CHANGES = {
  publish: example('Publish the entry, ship its items, and tell the people who wait for it', {
    status: 'published',
    set_shipped: true,
    notify: true,
  } as const),
  text: example('Change the text', { text: 'Choose **Dark** under *Look*.' }),
};
const published: ChangelogEntry = {
  ...changedEntry(draft, { status: 'published' }, '2026-03-05T10:00:00.000Z'),
  notification: {
    state: 'held',
    due_at: '2026-03-05T10:02:00.000Z',
    sent_at: null,
    recipients: 214,
    delivered: 0,
    waiting: 0,
    refused: 0,
  },
};
const one = (entry: ChangelogEntry) => ({ data: entryJson(entry, FORM_URL) });
const DRAFT = { entry: example('The new entry', one(draft)) };
const PUBLISHED = { entry: example('The published entry', one(published)) };
const PAGES = {
  page: example(
    'An entry',
    entriesJson(
      { items: [published], hasMore: false },
      { limit: 20 },
      { accountId: ACCOUNT, formUrl: FORM_URL },
      cursors,
    ),
  ),
};

export const INVALID_ENTRY_PAGES: Queries = {
  invalid_parameter: { limit: '101' },
  invalid_parameter_status: { status: 'shipped' },
  invalid_parameter_cursor: { cursor: 'not-a-cursor' },
  repeated_parameter: { limit: ['1', '2'] },
  unknown_parameter: { page: '2' },
};
const VALUES: Readonly<Record<string, object>> = {
  invalid_type: { text: 5 },
  null_not_allowed: { text: null },
  empty_value: { title: ' ' },
  too_long: { title: 'x'.repeat(201) },
  invalid_value: { items: [darkMode.id, darkMode.id] },
  invalid_characters: { text: 'Dark\u0000' },
  read_only_field: { created_at: '2026-03-04T09:00:00.000Z' },
  unknown_field: { description: 'Dark' },
};
export const INVALID_NEW_ENTRIES: Bodies = {
  ...Object.fromEntries(Object.entries(VALUES).map(([name, body]) => [name, { title: 'T', ...body }])),
  missing_required_field: {},
  invalid_format: { title: 'T', published_at: 'today' },
  ...NO_BODIES,
};
export const INVALID_ENTRY_CHANGES: Bodies = {
  ...VALUES,
  invalid_value_set_shipped: { set_shipped: true },
  invalid_value_notify: { notify: true },
  ...NO_BODIES,
};

const IN_PATH = { ...NO_QUERY, ...MALFORMED_URL, ...MALFORMED_REQUEST };

const own = {
  InvalidChangelogRequest: failure({
    description: 'A query parameter is invalid, repeated, or unknown, or the HTTP request is malformed.',
    errors: {
      ...errorsOf(INVALID_ENTRY_PAGES, (query) => entriesQuery(query, ACCOUNT, cursors)),
      ...MALFORMED_REQUEST,
    },
  }),
  InvalidEntryRequest: failure({
    description: 'The URL is malformed or has a query parameter.',
    errors: IN_PATH,
  }),
  InvalidNewEntry: failure({
    description: 'The body is invalid, or the URL has a query parameter. Nothing was created.',
    errors: { ...bodyErrors(rule, INVALID_NEW_ENTRIES), ...NO_QUERY, ...MALFORMED_REQUEST },
  }),
  InvalidEntryChange: failure({
    description: 'The URL or the body is invalid. Nothing was changed.',
    errors: { ...bodyErrors(entryChangeRule, INVALID_ENTRY_CHANGES), ...IN_PATH },
  }),
  EntryItemsNotFound: failure({
    description: 'The account has no item with one of the IDs in `items`. Nothing was created.',
    errors: { feedback_not_found: feedbackNotFound(['items[0]']) },
  }),
  EntryNotFound: failure({
    description: 'The account has no entry with this ID.',
    errors: { changelog_entry_not_found: entryNotFound() },
  }),
  EntryOrItemsNotFound: failure({
    description: 'The account has no entry with this ID, or no item with one of the IDs in `items`.',
    errors: {
      changelog_entry_not_found: entryNotFound(),
      feedback_not_found: feedbackNotFound(['items[0]']),
    },
  }),
  EntryLimitReached: failure({
    description: 'The account has as many entries as possible, or has reached its storage limit.',
    errors: { changelog_limit_reached: tooManyEntries(), storage_limit_reached: storageLimitReached() },
  }),
  EntryNotChanged: failure({
    description:
      'The account has reached its storage limit, or a message that was to be cancelled is no longer held. Nothing was changed.',
    errors: { storage_limit_reached: storageLimitReached(), already_sent: alreadySent() },
  }),
};
const errors = (...names: (keyof typeof own)[]) => refsTo(own, ...names);

const DESCRIPTIONS: Record<string, Schema> = {
  title: { description: 'One line.' },
  text: { description: 'Markdown: paragraphs, lists, links, emphasis, and code. HTML is shown as text.' },
  items: { description: 'IDs of the feedback items that the entry is about, each once.' },
  published_at: {
    description: 'When the entry was published in another system. Publishing it keeps the time.',
  },
  status: { description: '`published` publishes the entry, and `draft` ends that.' },
  set_shipped: {
    description:
      'Also gives its items, or the targets of merged ones, the status `shipped`. Only with `status: "published"`.',
  },
  notify: {
    description:
      'Tells the people who follow its shipped items, and those who subscribe to the changelog, in two minutes. Only with ' +
      '`status: "published"`, and once for an entry. `false` cancels the message that is held.',
  },
};
const { title, text, items } = withDescriptions(rule.schema, DESCRIPTIONS).properties;

/** `/changelog`: changelog.md 2. */
export const changelog: Resource = {
  tag: { name: 'Changelog', description: 'Tell customers what has changed.' },
  schemas: {
    ChangelogEntry: open({
      id: { type: 'string', format: 'uuid', description: 'ID of the entry.' },
      title: title!,
      text: text!,
      items: items!,
      status: { ...entryStatusRule.schema, description: 'New entries are drafts.' },
      published_at: {
        ...instant('When the entry was first published; null before. A draft can have it, too.'),
        type: ['string', 'null'],
      },
      notification: {
        description: 'The last message about the entry (`notify`); null without one.',
        anyOf: [
          open({
            state: {
              type: 'string',
              enum: ['held', 'sending', 'sent', 'cancelled'],
              description: '`held` until `due_at`.',
            },
            due_at: instant('When it is sent.'),
            sent_at: {
              ...instant('When it was sent to the last person; null before.'),
              type: ['string', 'null'],
            },
            recipients: { type: 'integer', description: 'To how many people it is sent.' },
            delivered: { type: 'integer', description: 'How many the mail server accepted.' },
            waiting: { type: 'integer', description: 'How many the mail server has not accepted yet.' },
            refused: { type: 'integer', description: 'How many were dropped, or ended by their recipients.' },
          }),
          { type: 'null' },
        ],
      },
      created_at: instant('When the entry was created.'),
      updated_at: instant('When the entry last changed.'),
      url: {
        type: 'string',
        description: 'Page of the entry, while it is published and you have turned on the changelog.',
      },
    }),
    NewChangelogEntry: withDescriptions(rule.schema, DESCRIPTIONS),
    ChangelogEntryChange: withDescriptions(entryChangeRule.schema, DESCRIPTIONS),
    ChangelogEntryResponse: open({ data: ref('schemas', 'ChangelogEntry') }),
    ChangelogPage: pageOf('ChangelogEntry', 'Entries'),
  },
  parameters: {
    EntryId: idParameter('id', 'entry', draft.id),
    EntryStatus: {
      name: 'status',
      in: 'query',
      description: 'Only entries with this status.',
      schema: entryStatusRule.schema,
      example: 'published',
    },
  },
  failures: own,
  operations: [
    operation(ChangelogController, 'list', {
      operationId: 'listChangelogEntries',
      summary: 'List changelog entries',
      description: 'Returns drafts and published entries, the newest one first.',
      parameters: ['EntryStatus', 'HistoryLimit', 'HistoryCursor'],
      success: jsonResponse('A page of entries.', 'ChangelogPage', PAGES),
      otherResponses: errors('InvalidChangelogRequest'),
    }),
    operation(ChangelogController, 'create', {
      operationId: 'createChangelogEntry',
      summary: 'Create a changelog entry',
      description: 'Creates a draft. Repeating the request creates another one.',
      body: { schema: 'NewChangelogEntry', examples: NEW },
      success: jsonResponse('The new entry.', 'ChangelogEntryResponse', DRAFT),
      otherResponses: errors('InvalidNewEntry', 'EntryItemsNotFound', 'EntryLimitReached'),
    }),
    operation(ChangelogController, 'read', {
      operationId: 'getChangelogEntry',
      summary: 'Get a changelog entry',
      description: 'Returns an entry.',
      parameters: ['EntryId'],
      success: jsonResponse('The entry.', 'ChangelogEntryResponse', PUBLISHED),
      otherResponses: errors('InvalidEntryRequest', 'EntryNotFound'),
    }),
    operation(ChangelogController, 'change', {
      operationId: 'updateChangelogEntry',
      summary: 'Update or publish a changelog entry',
      description:
        'Changes the given fields. Publishing an entry again keeps `published_at`. With `set_shipped`, its items get ' +
        'the status `shipped` after the entry is stored: if that fails, repeat the request. With `notify`, people are told once.',
      parameters: ['EntryId'],
      body: { schema: 'ChangelogEntryChange', examples: CHANGES },
      success: jsonResponse('The changed entry.', 'ChangelogEntryResponse', PUBLISHED),
      otherResponses: {
        ...errors('InvalidEntryChange', 'EntryOrItemsNotFound', 'EntryNotChanged'),
        ...refsTo(itemFailures, 'ForbiddenToNotify', 'TooManyMessages'),
      },
    }),
    operation(ChangelogController, 'remove', {
      operationId: 'deleteChangelogEntry',
      summary: 'Delete a changelog entry',
      description: 'Permanently deletes the entry, but not its items. Deleting it again returns 404.',
      parameters: ['EntryId'],
      success: emptyResponse('The entry was deleted.'),
      otherResponses: errors('InvalidEntryRequest', 'EntryNotFound'),
    }),
  ],
};
