import {
  DEFAULT_STATUS,
  CURSOR_MAX,
  externalIdRule,
  feedbackChangeRule,
  ITEM_FIELD_NAMES,
  ITEM_FIELDS,
  limitRule,
  newFeedbackRule,
  PAGE_MAX,
  statusRule,
  upsertRule,
  type ItemField,
} from '@libs/feedback';
import { OFFSET_MAX } from './list.http';
import { ItemsController } from './items.controller';
import { CLAIMED_SOURCE } from './items.http';
import { ListController } from './list.controller';
import { refsTo } from '../openapi/error-responses';
import {
  CREATED,
  CURSOR,
  EXTERNAL_ID,
  LISTED,
  READ,
  REVISED,
  REVISED_BY,
  SUBMITTED,
  UPSERT_CREATED,
  UPSERTED,
  UPSERTED_BY,
} from './feedback.examples';
import { IDEMPOTENCY_KEY } from '../idempotency/idempotency.parameters';
import { ref, type Resource, type Schema } from '../openapi/openapi.types';
import { jsonResponse, emptyResponse, operation } from '../openapi/operation';
import { SELECTION_NAMES, SELECTION_PARAMETERS } from '../openapi/selection-parameters';
import { open, withDescriptions } from '../openapi/schemas';
import { FAILURES } from './feedback.failures';

const TITLE =
  'A single line. Leading and trailing whitespace is removed. The length counts Unicode code points.';
const DESCRIPTION = 'Free text, stored as sent.';
const EXTERNAL =
  'ID of the item in another system, unique in your account. Case-sensitive, without control characters.';
export const MERGED_INTO =
  'ID of an item that this one is a duplicate of, and is merged into with its own duplicates; null unmerges it. A ' +
  'merged item is left out of lists, and no other field of it can change.';
const TAGS =
  'Names of tags, without commas and semicolons. Regardless of case; the stored spelling is kept. Tags that do not exist ' +
  'are created.';
const EMAIL = 'Email address of the submitter, as browsers accept it, with a dot in the domain.';

const ITEM_DESCRIPTIONS: Readonly<Record<ItemField, Schema>> = {
  id: { description: 'ID of the item, a UUIDv7.' },
  title: { description: 'Title, a single line.' },
  description: { description: DESCRIPTION },
  submitter_email: { description: 'Email address of the submitter.' },
  status: {},
  source: { description: 'How the item was created. New values can be added.' },
  created_at: { description: 'When the item was created.' },
  updated_at: { description: 'When the item was last changed.' },
  external_id: { description: EXTERNAL },
  merged_into: { description: 'ID of the item that this one is a duplicate of; null if it is not merged.' },
  duplicate_count: { description: 'Number of items that are merged into this one.' },
  request_count: {
    description:
      'Number of people who asked for this: distinct submitter addresses of the item and its duplicates, plus those ' +
      'without an address. 1 if the item is merged.',
  },
  tags: { description: 'Names of the tags, in alphabetical order.' },
  assignee: { description: 'The team member who works on it. Set in the dashboard.' },
};
const item: Schema = {
  properties: Object.fromEntries(ITEM_FIELD_NAMES.map((name) => [name, ITEM_FIELDS[name].schema])),
};

const pagination = open(
  {
    limit: { type: 'integer', minimum: 1, maximum: PAGE_MAX, description: 'Items per page.' },
    offset: {
      type: ['integer', 'null'],
      minimum: 0,
      maximum: OFFSET_MAX,
      description: 'Items skipped. Null if the request has a cursor.',
    },
    has_more: { type: 'boolean', description: 'Whether there is a next page.' },
    next_cursor: { type: ['string', 'null'], description: 'Cursor of the next page; null on the last page.' },
    total: {
      type: 'integer',
      minimum: 0,
      description: 'Number of matching items. Only present with `include_total=true`.',
    },
  },
  ['limit', 'offset', 'has_more', 'next_cursor'],
);

const errors = (...names: (keyof typeof FAILURES)[]) => refsTo(FAILURES, ...names);

/** `/feedback`: items.md 4 to items.md 7, items.md 10, and lists.md 1. */
export const feedback: Resource = {
  tag: { name: 'Feedback', description: 'Create, read, update, and delete feedback items.' },
  schemas: {
    FeedbackStatus: { ...statusRule.schema, description: 'An item can change from any status to any other.' },
    Feedback: open(withDescriptions(item, ITEM_DESCRIPTIONS).properties),
    FeedbackResponse: open({ data: ref('schemas', 'Feedback') }),
    FeedbackPage: open({
      data: { type: 'array', maxItems: PAGE_MAX, items: ref('schemas', 'Feedback') },
      pagination,
    }),
    NewFeedback: withDescriptions(newFeedbackRule.schema, {
      title: { description: TITLE },
      description: { description: DESCRIPTION },
      submitter_email: { description: EMAIL },
      status: {
        description: `Defaults to \`${DEFAULT_STATUS}\`. Not available to API keys with permission \`submit\`.`,
      },
      external_id: { description: `${EXTERNAL} Not available to API keys with permission \`submit\`.` },
      tags: { description: `${TAGS} Not available to API keys with permission \`submit\`.` },
    }),
    FeedbackUpsert: withDescriptions(upsertRule.schema, {
      title: { description: TITLE },
      description: { description: `${DESCRIPTION} Null clears the description.` },
      submitter_email: { description: `${EMAIL} Stored only if the item is created.` },
      status: { description: `Defaults to \`${DEFAULT_STATUS}\` if the item is created.` },
      tags: { description: `${TAGS} Replaces all tags of the item.` },
    }),
    FeedbackChange: withDescriptions(feedbackChangeRule.schema, {
      title: { description: TITLE },
      description: { description: `${DESCRIPTION} Null clears the description.` },
      merged_into: { description: MERGED_INTO },
      tags: { description: `${TAGS} Replaces all tags of the item.` },
    }),
  },
  parameters: {
    FeedbackId: {
      name: 'id',
      in: 'path',
      required: true,
      description: 'ID of the item, in uppercase or lowercase.',
      schema: { type: 'string', format: 'uuid' },
      example: READ.item.value.data.id,
    },
    ExternalIdInPath: {
      name: 'external_id',
      in: 'path',
      required: true,
      description: `${EXTERNAL} Percent-encode it, with \`%2F\` for \`/\`.`,
      schema: externalIdRule.schema,
      example: EXTERNAL_ID,
    },
    ...SELECTION_PARAMETERS,
    Limit: {
      name: 'limit',
      in: 'query',
      description: 'Items per page. A value out of range returns 400.',
      schema: limitRule.schema,
      example: 2,
    },
    Offset: {
      name: 'offset',
      in: 'query',
      description: 'Number of items to skip. Cannot be combined with `cursor`.',
      schema: { type: 'integer', minimum: 0, maximum: OFFSET_MAX, default: 0 },
      example: 0,
    },
    IncludeTotal: {
      name: 'include_total',
      in: 'query',
      description:
        'Whether to count all matching items, which takes longer. Cannot be combined with `cursor`.',
      schema: { type: 'boolean', default: false },
      example: true,
    },
    Cursor: {
      name: 'cursor',
      in: 'query',
      description:
        '`next_cursor` of the previous page. Use it with the same filters and `sort`. No item is skipped or repeated ' +
        'if items are added or deleted in the meantime.',
      schema: { type: 'string', minLength: 1, maxLength: CURSOR_MAX },
      example: CURSOR,
    },
    Source: {
      name: 'source',
      in: 'query',
      description:
        'Use `mcp` for feedback from an agent that uses the Model Context Protocol. This sets the `source` of the ' +
        'item, which defaults to `api`. Not available to API keys with permission `submit`.',
      schema: { type: 'string', enum: [CLAIMED_SOURCE] },
      example: CLAIMED_SOURCE,
    },
    IdempotencyKey: IDEMPOTENCY_KEY,
    IfMatch: {
      name: 'If-Match',
      in: 'header',
      description:
        '`ETag` of the version that you read, in double quotes. Returns 412 if the item has changed since.',
      schema: { type: 'string' },
      example: '"1"',
    },
    IfNoneMatch: {
      name: 'If-None-Match',
      in: 'header',
      description: '`ETag` of the version that you have. Returns 304 if the item has not changed.',
      schema: { type: 'string' },
      example: '"1"',
    },
  },
  failures: FAILURES,
  operations: [
    operation(ListController, 'list', {
      operationId: 'listFeedback',
      summary: 'List feedback items',
      description:
        'Returns the items of your account that match all filters, newest first by default. To get all pages, follow ' +
        '`pagination.next_cursor` or the `next` link.',
      parameters: [...SELECTION_NAMES, 'Limit', 'Offset', 'IncludeTotal', 'Cursor'],
      success: jsonResponse('A page of items.', 'FeedbackPage', LISTED, 'Link'),
      otherResponses: errors('InvalidListRequest'),
    }),
    operation(ItemsController, 'submit', {
      operationId: 'createFeedback',
      summary: 'Create a feedback item',
      description:
        'Creates an item. Two requests with the same body create two items, unless both have the same ' +
        '`Idempotency-Key`.',
      parameters: ['Source', 'IdempotencyKey'],
      body: { schema: 'NewFeedback', examples: SUBMITTED },
      success: jsonResponse(
        'The new item.',
        'FeedbackResponse',
        CREATED,
        'Location',
        'ETag',
        'Idempotent-Replayed',
      ),
      otherResponses: errors('InvalidNewFeedback', 'NewFeedbackConflict', 'IdempotencyKeyReused'),
    }),
    operation(ItemsController, 'read', {
      operationId: 'getFeedback',
      summary: 'Get a feedback item',
      description: 'Returns an item and its `ETag`.',
      parameters: ['FeedbackId', 'IfNoneMatch'],
      success: jsonResponse('The item.', 'FeedbackResponse', READ, 'ETag'),
      otherResponses: {
        304: emptyResponse('The item still has the `ETag` in `If-None-Match`.', 'ETag'),
        ...errors('InvalidItemRequest', 'FeedbackNotFound'),
      },
    }),
    operation(ItemsController, 'revise', {
      operationId: 'updateFeedback',
      summary: 'Update a feedback item',
      description:
        'Updates the fields in the request body, a JSON Merge Patch (RFC 7396). Omitted fields are unchanged. ' +
        'Either all changes are applied, or none.',
      parameters: ['FeedbackId', 'IfMatch'],
      body: { schema: 'FeedbackChange', examples: REVISED_BY },
      success: jsonResponse('The updated item.', 'FeedbackResponse', REVISED, 'ETag'),
      otherResponses: errors(
        'InvalidFeedbackChange',
        'FeedbackOrTargetNotFound',
        'FeedbackConflict',
        'FeedbackChanged',
      ),
    }),
    operation(ItemsController, 'upsert', {
      operationId: 'upsertFeedback',
      summary: 'Create or update a feedback item by external ID',
      description:
        'Updates the item with this external ID, or creates it with `source` `api`. Omitted fields are unchanged. ' +
        'Repeating the request changes nothing, and parallel requests create one item. With `If-Match`, the item ' +
        'must exist.',
      parameters: ['ExternalIdInPath', 'IfMatch'],
      body: { schema: 'FeedbackUpsert', examples: UPSERTED_BY },
      success: jsonResponse('The updated item.', 'FeedbackResponse', UPSERTED, 'ETag'),
      otherResponses: {
        201: jsonResponse('The new item.', 'FeedbackResponse', UPSERT_CREATED, 'Location', 'ETag'),
        ...errors('InvalidUpsert', 'UpsertConflict', 'UpsertMismatch'),
      },
    }),
    operation(ItemsController, 'remove', {
      operationId: 'deleteFeedback',
      summary: 'Delete a feedback item',
      description: 'Permanently deletes the item. Deleting it again returns 404.',
      parameters: ['FeedbackId', 'IfMatch'],
      success: emptyResponse('The item was deleted.'),
      otherResponses: errors('InvalidDeletion', 'FeedbackNotFound', 'FeedbackChanged'),
    }),
  ],
};
