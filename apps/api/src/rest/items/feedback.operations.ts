import {
  assertVersion,
  DEFAULT_STATUS,
  CURSOR_MAX,
  feedbackChangeRule,
  feedbackNotFound,
  ITEM_FIELD_NAMES,
  ITEM_FIELDS,
  limitRule,
  newFeedbackRule,
  PAGE_MAX,
  statusRule,
  type Feedback,
  type ItemField,
} from '@libs/feedback';
import type { DomainError } from '@libs/kernel';
import { OFFSET_MAX } from '../../feedback/lists/list.http';
import { FeedbackController } from './feedback.controller';
import { CLAIMED_SOURCE } from '../../feedback/items/feedback.http';
import { invalidIfMatch, weakTag } from '../../http/conditional/if-match';
import {
  failure,
  MALFORMED_REQUEST,
  MALFORMED_URL,
  NO_QUERY,
  refsTo,
  thrownBy,
} from '../../openapi/error-responses';
import {
  changeErrors,
  CREATED,
  CURSOR,
  LISTED,
  queryErrors,
  READ,
  REVISED,
  REVISED_BY,
  submissionErrors,
  SUBMITTED,
} from './feedback.examples';
import { RATE_LIMITS } from '../../openapi/headers';
import { IDEMPOTENCY_KEY, INVALID_KEY, requestFailures } from '../idempotency/idempotency.parameters';
import { ref, type Resource, type Schema } from '../../openapi/openapi.types';
import { answer, emptyAnswer, operation } from '../../openapi/operation';
import { SELECTION_NAMES, SELECTION_PARAMETERS } from '../lists/selection.parameters';
import { explained, open } from '../../openapi/schemas';

const TITLE = 'One line. White space around it is removed before characters (code points) are counted.';
const DESCRIPTION = 'Free text, kept as it was sent.';
const EMAIL = 'Who gave the feedback: an address as browsers accept it, with a dot in its domain.';

const ITEM_WORDS: Readonly<Record<ItemField, Schema>> = {
  id: { description: 'UUIDv7, made by the service.' },
  title: { description: 'One line.' },
  description: { description: DESCRIPTION },
  submitter_email: { description: 'Who gave the feedback.' },
  status: {},
  source: { description: 'Where it came from. An open set: more may come.' },
  created_at: { description: 'When it was created.' },
  updated_at: { description: 'When a value last changed.' },
};
const item: Schema = {
  properties: Object.fromEntries(ITEM_FIELD_NAMES.map((name) => [name, ITEM_FIELDS[name].schema])),
};

const pagination = open(
  {
    limit: { type: 'integer', minimum: 1, maximum: PAGE_MAX, description: 'Items a page holds.' },
    offset: {
      type: ['integer', 'null'],
      minimum: 0,
      maximum: OFFSET_MAX,
      description: 'Null on a page by cursor.',
    },
    has_more: { type: 'boolean', description: 'Whether another page follows.' },
    next_cursor: { type: ['string', 'null'], description: 'For the next page; null on the last one.' },
    total: { type: 'integer', minimum: 0, description: 'Items in all; only with `include_total=true`.' },
  },
  ['limit', 'offset', 'has_more', 'next_cursor'],
);

const invalid = (description: string, errors: Readonly<Record<string, DomainError>>) =>
  failure({ description, errors: { ...errors, ...MALFORMED_REQUEST } });

const changed = thrownBy(() => assertVersion({ version: 2 } as Feedback, [1]));
const INVALID_IF_MATCH = { invalid_if_match: invalidIfMatch() };

const own = {
  FeedbackNotFound: failure({
    description: 'No item of this account has this id.',
    errors: { feedback_not_found: feedbackNotFound() },
  }),
  FeedbackChanged: failure({
    description: 'The item is no longer as `If-Match` expects; nothing was changed.',
    errors: { etag_mismatch: changed, etag_mismatch_weak: weakTag(changed) },
    headers: [...RATE_LIMITS, 'ETag'],
  }),
  InvalidItemRequest: invalid('The address is broken, or it has a query.', { ...NO_QUERY, ...MALFORMED_URL }),
  InvalidDeletion: invalid('The address is broken, it has a query, or `If-Match` is wrong.', {
    ...NO_QUERY,
    ...MALFORMED_URL,
    ...INVALID_IF_MATCH,
  }),
  InvalidListRequest: invalid('A query parameter is wrong, repeated or unknown.', queryErrors),
  InvalidNewFeedback: invalid('The query, the body or `Idempotency-Key` is wrong; nothing was created.', {
    ...submissionErrors,
    ...INVALID_KEY,
  }),
  InvalidFeedbackChange: invalid('The body or `If-Match` is wrong; nothing was changed.', {
    ...changeErrors,
    ...MALFORMED_URL,
    ...INVALID_IF_MATCH,
  }),
  ...requestFailures,
};
const answers = (...names: (keyof typeof own)[]) => refsTo(own, ...names);

/** `/feedback`: items.md 4 to items.md 7, and lists.md 1. */
export const feedback: Resource = {
  tag: { name: 'Feedback', description: 'What end users say, and how far it has come.' },
  schemas: {
    FeedbackStatus: { ...statusRule.schema, description: 'Any status may follow any other.' },
    Feedback: open(explained(item, ITEM_WORDS).properties),
    FeedbackAnswer: open({ data: ref('schemas', 'Feedback') }),
    FeedbackPage: open({
      data: { type: 'array', maxItems: PAGE_MAX, items: ref('schemas', 'Feedback') },
      pagination,
    }),
    NewFeedback: explained(newFeedbackRule.schema, {
      title: { description: TITLE },
      description: { description: DESCRIPTION },
      submitter_email: { description: EMAIL },
      status: { description: `\`${DEFAULT_STATUS}\` when absent. Not for keys with permission \`submit\`.` },
    }),
    FeedbackChange: explained(feedbackChangeRule.schema, {
      title: { description: TITLE },
      description: { description: `${DESCRIPTION} Null clears it.` },
    }),
  },
  parameters: {
    FeedbackId: {
      name: 'id',
      in: 'path',
      required: true,
      description: 'Id of the item; letters in either case.',
      schema: { type: 'string', format: 'uuid' },
      example: READ.item.value.data.id,
    },
    ...SELECTION_PARAMETERS,
    Limit: {
      name: 'limit',
      in: 'query',
      description: 'Items a page holds. Out of bounds is refused, never cut.',
      schema: limitRule.schema,
      example: 2,
    },
    Offset: {
      name: 'offset',
      in: 'query',
      description: 'Items to skip. Not together with `cursor`.',
      schema: { type: 'integer', minimum: 0, maximum: OFFSET_MAX, default: 0 },
      example: 0,
    },
    IncludeTotal: {
      name: 'include_total',
      in: 'query',
      description: 'Counts all items of the filter, which takes time. Not together with `cursor`.',
      schema: { type: 'boolean', default: false },
      example: true,
    },
    Cursor: {
      name: 'cursor',
      in: 'query',
      description:
        '`next_cursor` of the page before, with the same filters and the same order: whatever is added or removed meanwhile, no item is skipped or seen twice.',
      schema: { type: 'string', minLength: 1, maxLength: CURSOR_MAX },
      example: CURSOR,
    },
    Source: {
      name: 'source',
      in: 'query',
      description:
        '`mcp` for what an agent sends through the tools of the Model Context Protocol: the `source` of the item is then that, else `api`. Not for keys with permission `submit`.',
      schema: { type: 'string', enum: [CLAIMED_SOURCE] },
      example: CLAIMED_SOURCE,
    },
    IdempotencyKey: IDEMPOTENCY_KEY,
    IfMatch: {
      name: 'If-Match',
      in: 'header',
      description:
        '`ETag` of the item as you read it, in double quotes. If the item has changed since, nothing happens (412).',
      schema: { type: 'string' },
      example: '"1"',
    },
    IfNoneMatch: {
      name: 'If-None-Match',
      in: 'header',
      description: '`ETag` of the item as you have it: when it is still so, there is no body (304).',
      schema: { type: 'string' },
      example: '"1"',
    },
  },
  failures: own,
  operations: [
    operation(FeedbackController, 'list', {
      operationId: 'listFeedback',
      summary: 'List feedback',
      description:
        'The items of your account, newest first unless you ask for another order; those that pass every filter you give. Follow `pagination.next_cursor` (or the `next` link) to walk them all.',
      parameters: [...SELECTION_NAMES, 'Limit', 'Offset', 'IncludeTotal', 'Cursor'],
      success: answer('A page of items.', 'FeedbackPage', LISTED, 'Link'),
      answers: answers('InvalidListRequest'),
    }),
    operation(FeedbackController, 'submit', {
      operationId: 'createFeedback',
      summary: 'Create feedback',
      description:
        'One more item. The same text twice makes two items, unless both requests carry the same `Idempotency-Key`.',
      parameters: ['Source', 'IdempotencyKey'],
      body: { schema: 'NewFeedback', examples: SUBMITTED },
      success: answer('The new item.', 'FeedbackAnswer', CREATED, 'Location', 'ETag', 'Idempotent-Replayed'),
      answers: answers('InvalidNewFeedback', 'IdempotencyConflict', 'IdempotencyKeyReused'),
    }),
    operation(FeedbackController, 'read', {
      operationId: 'getFeedback',
      summary: 'Read one item',
      description: 'One item, with its `ETag`.',
      parameters: ['FeedbackId', 'IfNoneMatch'],
      success: answer('The item.', 'FeedbackAnswer', READ, 'ETag'),
      answers: {
        304: emptyAnswer('Still as `If-None-Match` says; no body.', 'ETag'),
        ...answers('InvalidItemRequest', 'FeedbackNotFound'),
      },
    }),
    operation(FeedbackController, 'revise', {
      operationId: 'updateFeedback',
      summary: 'Update feedback',
      description:
        'A JSON Merge Patch (RFC 7396): what it does not name stays as it is. All of it happens, or nothing.',
      parameters: ['FeedbackId', 'IfMatch'],
      body: { schema: 'FeedbackChange', examples: REVISED_BY },
      success: answer('The item after the change.', 'FeedbackAnswer', REVISED, 'ETag'),
      answers: answers('InvalidFeedbackChange', 'FeedbackNotFound', 'FeedbackChanged'),
    }),
    operation(FeedbackController, 'remove', {
      operationId: 'deleteFeedback',
      summary: 'Delete feedback',
      description: 'Removes the item for good. A second time it is not found.',
      parameters: ['FeedbackId', 'IfMatch'],
      success: emptyAnswer('The item is gone.'),
      answers: answers('InvalidDeletion', 'FeedbackNotFound', 'FeedbackChanged'),
    }),
  ],
};
