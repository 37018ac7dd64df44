import {
  DEFAULT_STATUS,
  DESCRIPTION_MAX,
  EXTERNAL_ID_MAX,
  externalIdRule,
  externalIdTaken,
  feedbackChangeRule,
  feedbackJson,
  feedbackMerged,
  feedbackNotFound,
  plannedMerge,
  submittedFeedbackRule,
  type ItemLink,
  noItemToUpdate,
  NOT_MERGED,
  statusRule,
  TITLE_MAX,
  upsertByBodyRule,
  upsertRule,
  type Feedback,
  type GroupState,
} from '@libs/feedback';
import { identityInvalid, PROBLEMS } from '@libs/accounts';
import type { DomainError } from '@libs/kernel';
import {
  IDEMPOTENCY_KEY,
  IN_USE_OR_GONE,
  INVALID_KEY,
  LIMITS_REACHED,
  requestFailures,
  withRetryAfterInUse,
} from '../idempotency/idempotency.openapi';
import {
  failure,
  MALFORMED_REQUEST,
  MALFORMED_URL,
  NO_QUERY,
  refsTo,
  thrownBy,
  withHeader,
} from '../openapi/error-responses';
import { csvExport, darkMode, NEW_ITEM, planned, printing, titleOnly } from '../openapi/examples';
import { bodyErrors, errorsOf, NO_BODIES, type Bodies, type Queries } from '../openapi/invalid-requests';
import {
  CHANGE_DESCRIPTIONS,
  CONTEXT,
  DESCRIPTION,
  EMAIL,
  ETAG_MISMATCH,
  EXTERNAL,
  INVALID_IF_MATCH,
  ITEM_PROPERTIES,
  itemFailures,
  LINKS,
  TAGS,
  TITLE,
  TOKEN,
  UPSERT_DESCRIPTIONS,
} from '../openapi/items';
import { ref, type Resource } from '../openapi/openapi.types';
import { emptyResponse, jsonResponse, operation } from '../openapi/operation';
import { example, idParameter, open, withDescriptions } from '../openapi/schemas';
import { ExternalIdsController } from './external-ids.controller';
import { ItemsController } from './items.controller';
import { CLAIMED_SOURCE, sourceOf } from '../http/source';
import { externalIdOf } from './items.http';
import {
  countOperation,
  FeedbackCountsResponse,
  FeedbackPage,
  InvalidListRequest,
  listOperation,
  listParameters,
} from './list.openapi';

const EXTERNAL_ID = 'ticket:4711';

const TICKET: ItemLink = { url: 'https://tracker.example.com/4711', kind: 'ticket', title: null };
const MORE = { external_id: EXTERNAL_ID, tags: ['design', 'mobile'], links: [TICKET] };

const SUBMITTED = {
  title_only: example('Required fields only', { title: 'Dark mode' }),
  everything: example('All fields', { ...NEW_ITEM, ...MORE }),
};
const CREATED = {
  title_only: example('Required fields only', { data: feedbackJson(titleOnly) }),
  everything: example('All fields', {
    data: feedbackJson({ ...darkMode, ...MORE }),
  }),
};
const READ = { item: example('A feedback item', { data: feedbackJson(darkMode) }) };
const REVISED_BY = {
  status: example('Change the status', { status: 'planned' }),
  clear_description: example('Clear the description', { description: null }),
  tags: example('Replace the tags', { tags: ['design', 'mobile'] }),
  links: example('Replace the links', { links: [{ url: TICKET.url, kind: 'ticket' }] }),
  nothing: example('Change nothing', {}),
  merge: example('Merge the item into another one', { merged_into: printing.id }),
};
const REVISED = {
  item: example('The updated item', { data: feedbackJson(planned) }),
  merged: example('The merged item', {
    data: feedbackJson({ ...darkMode, updated_at: planned.updated_at, merged_into: printing.id }),
  }),
};

const UPSERTED_BY = {
  title_only: example('Required fields only', { title: 'Dark mode' }),
  status: example('Set the status too', { title: 'Dark mode', status: 'planned' }),
};
const UPSERTED_BY_BODY = {
  status: example('Set the status too', { external_id: EXTERNAL_ID, title: 'Dark mode', status: 'planned' }),
};
const UPSERTED = {
  updated: example('The updated item', { data: feedbackJson({ ...planned, external_id: EXTERNAL_ID }) }),
};
const UPSERT_CREATED = {
  created: example('The new item', { data: feedbackJson({ ...titleOnly, external_id: EXTERNAL_ID }) }),
};

export const INVALID_SOURCES: Queries = {
  invalid_parameter: { source: 'api' },
  repeated_parameter: { source: ['mcp', 'mcp'] },
  unknown_parameter: { page: '2' },
};

export const INVALID_SUBMISSIONS: Bodies = {
  missing_required_field: { description: 'No title' },
  invalid_type: { title: 5 },
  null_not_allowed: { title: 'Dark mode', status: null },
  empty_value: { title: '   ' },
  too_long: { title: 'x'.repeat(TITLE_MAX + 1) },
  invalid_value: { title: 'Dark mode', status: 'open' },
  invalid_format: { title: 'Dark mode', submitter_email: 'ada' },
  invalid_characters: { title: 'Dark\u0000mode' },
  unknown_field: { title: 'Dark mode', votes: 3 },
  read_only_field: { title: 'Dark mode', id: darkMode.id },
  several: { title: '', status: 'open' },
  ...NO_BODIES,
};

export const INVALID_CHANGES: Bodies = {
  missing_required_field: { links: [{ kind: 'ticket' }] },
  invalid_type: { title: 5 },
  null_not_allowed: { title: null },
  empty_value: { title: '' },
  too_long: { description: 'x'.repeat(DESCRIPTION_MAX + 1) },
  invalid_value: { status: 'open' },
  invalid_characters: { description: '\u0000' },
  unknown_field: { votes: 3 },
  read_only_field: { submitter_email: 'ada@example.com' },
  several: { title: '', status: 'open' },
  ...NO_BODIES,
  invalid_body: null,
};

export const INVALID_UPSERTS: Bodies = {
  missing_required_field: { status: 'planned' },
  invalid_type: { title: 5 },
  null_not_allowed: { title: 'Dark mode', status: null },
  empty_value: { title: '' },
  too_long: { title: 'x'.repeat(TITLE_MAX + 1) },
  invalid_value: { title: 'Dark mode', status: 'open' },
  invalid_format: { title: 'Dark mode', submitter_email: 'ada' },
  invalid_characters: { title: 'Dark\u0000mode' },
  unknown_field: { title: 'Dark mode', votes: 3 },
  read_only_field: { title: 'Dark mode', external_id: EXTERNAL_ID },
  several: { title: '', status: 'open' },
  ...NO_BODIES,
};

export const INVALID_EXTERNAL_IDS: Record<string, string> = {
  invalid_characters_external_id: 'ticket\n4711',
  too_long_external_id: 'x'.repeat(EXTERNAL_ID_MAX + 1),
};

/** The error of merging an item into a target, which may be merged into another item itself. */
const mergeConflict = (item: Feedback, target: Feedback, parent: Feedback | null) => {
  const members = [item, target, parent ?? item].map((one): GroupState => {
    const merged_via = one === target && parent ? parent.id : null;
    return { ...NOT_MERGED, id: one.id, merged_into: merged_via, merged_via };
  });
  const updates = [{ id: item.id, merged_into: target.id }];
  return thrownBy(() =>
    plannedMerge({ updates, at: planned.updated_at, before: [item], members, pathOf: () => '' }),
  );
};
const mergeConflicts = {
  merge_conflict_itself: mergeConflict(darkMode, darkMode, null),
  merge_conflict_own_duplicate: mergeConflict(darkMode, printing, darkMode),
  merge_conflict_merged_target: mergeConflict(darkMode, printing, csvExport),
};

export const INVALID_UPSERTS_BY_BODY: Bodies = {
  missing_required_field: { title: 'Dark mode' },
  invalid_type: { external_id: 5, title: 'Dark mode' },
  null_not_allowed: { external_id: EXTERNAL_ID, title: 'Dark mode', status: null },
  empty_value: { external_id: '', title: 'Dark mode' },
  too_long: { external_id: EXTERNAL_ID, title: 'x'.repeat(TITLE_MAX + 1) },
  invalid_value: { external_id: EXTERNAL_ID, title: 'Dark mode', status: 'open' },
  invalid_format: { external_id: EXTERNAL_ID, title: 'Dark mode', submitter_email: 'ada' },
  invalid_characters: { external_id: 'ticket\n4711', title: 'Dark mode' },
  unknown_field: { external_id: EXTERNAL_ID, title: 'Dark mode', votes: 3 },
  read_only_field: { external_id: EXTERNAL_ID, title: 'Dark mode', merged_into: null },
  ...NO_BODIES,
};
const INVALID_PATH = { ...errorsOf(INVALID_EXTERNAL_IDS, externalIdOf), ...NO_QUERY, ...MALFORMED_URL };

const invalid = (description: string, errors: Readonly<Record<string, DomainError>>) =>
  failure({ description, errors: { ...errors, ...MALFORMED_REQUEST } });

/** The failed responses of `/feedback`. */
const own = {
  ...itemFailures,
  FeedbackOrTargetNotFound: failure({
    description:
      'The account has no item with this ID, or with the ID in `merged_into`. Nothing was changed.',
    errors: {
      feedback_not_found: feedbackNotFound(),
      feedback_not_found_target: feedbackNotFound(['merged_into']),
    },
  }),
  FeedbackConflict: failure({
    description:
      'The item is merged, or it cannot be merged into this target: itself, its duplicate, an item that is merged, or ' +
      'one with too many duplicates. Or another item has the `external_id`. Or the account would have too many tags, or has reached its storage limit. Nothing was changed.',
    errors: {
      feedback_merged: feedbackMerged(csvExport.id),
      external_id_taken: externalIdTaken(),
      ...mergeConflicts,
      ...LIMITS_REACHED,
    },
  }),
  UpsertConflict: failure({
    description:
      'The item is merged into another one, or the account would have too many tags, or has reached its storage limit. Nothing was changed.',
    errors: { feedback_merged: feedbackMerged(csvExport.id), ...LIMITS_REACHED },
  }),
  InvalidListRequest,
  InvalidNewFeedback: invalid('The query, the body, or `Idempotency-Key` is invalid. Nothing was created.', {
    ...bodyErrors(submittedFeedbackRule, INVALID_SUBMISSIONS),
    identity_invalid: identityInvalid(PROBLEMS.malformed),
    ...errorsOf(INVALID_SOURCES, sourceOf),
    ...INVALID_KEY,
  }),
  InvalidFeedbackChange: invalid('The URL, the body, or `If-Match` is invalid. Nothing was changed.', {
    ...bodyErrors(feedbackChangeRule, INVALID_CHANGES),
    ...NO_QUERY,
    ...MALFORMED_URL,
    ...INVALID_IF_MATCH,
  }),
  InvalidUpsert: invalid('The external ID, the body, or `If-Match` is invalid. Nothing was changed.', {
    ...bodyErrors(upsertRule, INVALID_UPSERTS),
    ...INVALID_PATH,
    ...INVALID_IF_MATCH,
  }),
  InvalidUpsertByBody: invalid('The body or `If-Match` is invalid. Nothing was changed.', {
    ...bodyErrors(upsertByBodyRule, INVALID_UPSERTS_BY_BODY),
    ...NO_QUERY,
    ...INVALID_IF_MATCH,
  }),
  InvalidExternalId: invalid('The URL or the external ID is invalid.', INVALID_PATH),
  InvalidChangeByExternalId: invalid(
    'The external ID, the body, or `If-Match` is invalid. Nothing was changed.',
    { ...bodyErrors(feedbackChangeRule, INVALID_CHANGES), ...INVALID_PATH, ...INVALID_IF_MATCH },
  ),
  InvalidDeletionByExternalId: invalid('The external ID or `If-Match` is invalid.', {
    ...INVALID_PATH,
    ...INVALID_IF_MATCH,
  }),
  UpsertMismatch: withHeader(
    failure({
      description:
        'The item has changed since the version in `If-Match`, or no item has the external ID. Nothing was changed.',
      errors: {
        ...ETAG_MISMATCH,
        etag_mismatch_no_item: noItemToUpdate(),
      },
    }),
    'ETag',
    'ETag-If-Found',
  ),
  NewFeedbackConflict: withRetryAfterInUse(
    failure({
      description:
        'Another item has this `external_id`. Or a request with this `Idempotency-Key` is still in progress: try ' +
        'again. Or its item was deleted. Or the account would have too many tags, or has reached its storage limit. Nothing was created.',
      errors: { external_id_taken: externalIdTaken(), ...IN_USE_OR_GONE, ...LIMITS_REACHED },
    }),
  ),
  ...requestFailures,
};

const errors = (...names: (keyof typeof own)[]) => refsTo(own, ...names);

/** `/feedback`: items.md 4 to items.md 7, items.md 10, and lists.md 1. */
export const feedback: Resource = {
  tag: { name: 'Feedback', description: 'Create, read, update, and delete feedback items.' },
  schemas: {
    FeedbackStatus: { ...statusRule.schema, description: 'An item can change from any status to any other.' },
    Feedback: open(ITEM_PROPERTIES),
    FeedbackResponse: open({ data: ref('schemas', 'Feedback') }),
    FeedbackPage,
    FeedbackCountsResponse,
    NewFeedback: withDescriptions(submittedFeedbackRule.schema, {
      title: { description: TITLE },
      description: { description: DESCRIPTION },
      submitter_email: { description: EMAIL },
      context: { description: CONTEXT },
      token: { description: TOKEN },
      status: {
        description: `Defaults to \`${DEFAULT_STATUS}\`. Not available to API keys with permission \`submit\`.`,
      },
      external_id: { description: `${EXTERNAL} Not available to API keys with permission \`submit\`.` },
      tags: { description: `${TAGS} Not available to API keys with permission \`submit\`.` },
      links: { description: `${LINKS} Not available to API keys with permission \`submit\`.` },
    }),
    FeedbackUpsert: withDescriptions(upsertRule.schema, UPSERT_DESCRIPTIONS),
    FeedbackUpsertByBody: withDescriptions(upsertByBodyRule.schema, {
      ...UPSERT_DESCRIPTIONS,
      external_id: { description: EXTERNAL },
    }),
    FeedbackChange: withDescriptions(feedbackChangeRule.schema, {
      title: { description: TITLE },
      ...CHANGE_DESCRIPTIONS,
    }),
  },
  parameters: {
    FeedbackId: idParameter('id', 'item', darkMode.id),
    ExternalIdInPath: {
      name: 'external_id',
      in: 'path',
      required: true,
      description: `${EXTERNAL} Percent-encode it, with \`%2F\` for \`/\`.`,
      schema: externalIdRule.schema,
      example: EXTERNAL_ID,
    },
    ...listParameters,
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
  failures: own,
  operations: [
    listOperation,
    countOperation,
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
        'ForbiddenToNotify',
        'TooManyMessages',
        'FeedbackOrTargetNotFound',
        'FeedbackConflict',
        'FeedbackChanged',
      ),
    }),
    operation(ExternalIdsController, 'read', {
      operationId: 'getFeedbackByExternalId',
      summary: 'Get a feedback item by external ID',
      description: 'Returns the item with this external ID, also if it is merged, and its `ETag`.',
      parameters: ['ExternalIdInPath', 'IfNoneMatch'],
      success: jsonResponse('The item.', 'FeedbackResponse', READ, 'ETag'),
      otherResponses: {
        304: emptyResponse('The item still has the `ETag` in `If-None-Match`.', 'ETag'),
        ...errors('InvalidExternalId', 'FeedbackNotFound'),
      },
    }),
    operation(ExternalIdsController, 'upsert', {
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
    operation(ExternalIdsController, 'revise', {
      operationId: 'updateFeedbackByExternalId',
      summary: 'Update a feedback item by external ID',
      description: 'As an update by ID: a JSON Merge Patch, which can also change the external ID.',
      parameters: ['ExternalIdInPath', 'IfMatch'],
      body: { schema: 'FeedbackChange', examples: REVISED_BY },
      success: jsonResponse('The updated item.', 'FeedbackResponse', REVISED, 'ETag'),
      otherResponses: errors(
        'InvalidChangeByExternalId',
        'ForbiddenToNotify',
        'TooManyMessages',
        'FeedbackOrTargetNotFound',
        'FeedbackConflict',
        'FeedbackChanged',
      ),
    }),
    operation(ExternalIdsController, 'remove', {
      operationId: 'deleteFeedbackByExternalId',
      summary: 'Delete a feedback item by external ID',
      description: 'Permanently deletes the item. Deleting it again returns 404.',
      parameters: ['ExternalIdInPath', 'IfMatch'],
      success: emptyResponse('The item was deleted.'),
      otherResponses: errors('InvalidDeletionByExternalId', 'FeedbackNotFound', 'FeedbackChanged'),
    }),
    operation(ExternalIdsController, 'upsertByBody', {
      operationId: 'upsertFeedbackByBody',
      summary: 'Create or update a feedback item by external ID in the body',
      description:
        'The same with the external ID in the body, for clients that cannot percent-encode every external ID in a path.',
      parameters: ['IfMatch'],
      body: { schema: 'FeedbackUpsertByBody', examples: UPSERTED_BY_BODY },
      success: jsonResponse('The updated item.', 'FeedbackResponse', UPSERTED, 'ETag'),
      otherResponses: {
        201: jsonResponse('The new item.', 'FeedbackResponse', UPSERT_CREATED, 'Location', 'ETag'),
        ...errors('InvalidUpsertByBody', 'UpsertConflict', 'UpsertMismatch'),
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
