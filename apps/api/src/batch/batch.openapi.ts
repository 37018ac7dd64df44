import {
  BATCH_MAX,
  batchResult,
  externalIdTaken,
  feedbackNotFound,
  linePath,
  plannedMerge,
  mergedItem,
  mismatchOf,
  operationPath,
  someMerged,
  someMismatch,
  NOT_MERGED,
  revisedAll,
  type Feedback,
  type Outcome,
} from '@libs/feedback';
import {
  IN_USE_OR_GONE,
  INVALID_KEY,
  LIMITS_REACHED,
  requestFailures,
  withRetryAfterInUse,
} from '../idempotency/idempotency.openapi';
import { failure, MALFORMED_REQUEST, NO_QUERY, refsTo, thrownBy } from '../openapi/error-responses';
import { csvExport as listed, darkMode } from '../openapi/examples';
import { bodyErrors, NO_BODIES, type Bodies } from '../openapi/invalid-requests';
import { itemFailures } from '../openapi/items';
import type { Resource } from '../openapi/openapi.types';
import { jsonResponse, operation } from '../openapi/operation';
import { example } from '../openapi/schemas';
import { BATCH_SCHEMAS } from './batch.schemas';
import { BatchController } from './batch.controller';
import { batchBodyRule, batchJson, outcomesJson } from './batch.http';

/** The item of the list examples with another source, an email address, and a later status. */
const csvExport: Feedback = {
  ...listed,
  submitter_email: darkMode.submitter_email,
  source: 'api',
  status: 'planned',
};

const updates = [
  { id: darkMode.id, status: 'planned' as const },
  { id: csvExport.id, status: 'planned' as const },
];
const at = '2026-03-05T08:30:00.000Z';
const result = batchResult(revisedAll([darkMode, csvExport], { updates, at }));

const operations = [
  { method: 'create', title: csvExport.title, status: csvExport.status },
  { method: 'update', id: darkMode.id, status: 'planned', if_match: '"1"' },
  { method: 'delete', external_id: 'ticket:12' },
];
const outcomes: readonly Outcome[] = [
  { method: 'create', id: csvExport.id, before: null, after: csvExport },
  { method: 'update', id: darkMode.id, before: darkMode, after: result.items[0]! },
  { method: 'delete', id: '0198c0de-9b2c-7d4e-8fa0-1b2c3d4e5f60', before: darkMode, after: null },
];

export const UPDATED_BY = {
  statuses: example('Set the status of two items', { updates }),
  tags: example('Add and remove a tag', {
    updates: updates.map(({ id }) => ({ id, add_tags: ['design'], remove_tags: ['mobile'] })),
  }),
  operations: example('Create, update, and delete items', { operations }),
  dry_run: example('Preview the changes', { updates, dry_run: true }),
};
const UPDATED = {
  statuses: example('Both items were updated', batchJson(result)),
  operations: example('An item was created, one updated, and one deleted', outcomesJson(outcomes)),
  dry_run: example('Dry run: one item would change', { ...batchJson(result), dry_run: true }),
};

const line = { id: darkMode.id };

export const INVALID_BATCHES: Bodies = {
  missing_required_field: {},
  missing_required_field_id: { updates: [{ status: 'planned' }] },
  invalid_type: { updates: 'all' },
  invalid_type_dry_run: { updates: [line], dry_run: 'yes' },
  null_not_allowed: { updates: [{ ...line, status: null }] },
  empty_value: { updates: [] },
  too_long: { updates: Array.from({ length: BATCH_MAX + 1 }, () => line) },
  invalid_value: { updates: [{ ...line, status: 'open' }] },
  invalid_value_tags: { updates: [{ ...line, tags: ['design'], add_tags: ['mobile'] }] },
  invalid_value_both: { updates: [line], operations: [{ method: 'delete', id: line.id }] },
  invalid_value_method: { operations: [{ method: 'replace', id: line.id }] },
  invalid_value_if_match: { updates: [{ ...line, if_match: 'v3' }] },
  invalid_value_duplicate: { updates: [line, line] },
  invalid_format: { operations: [{ method: 'create', title: 'Dark mode', submitter_email: 'ada' }] },
  invalid_characters: { updates: [{ ...line, description: '\u0000' }] },
  unknown_field: { updates: [{ ...line, votes: 3 }] },
  read_only_field: { updates: [{ ...line, submitter_email: 'ada@example.com' }] },
  several: { updates: [{ ...line, title: '', status: 'open' }] },
  ...NO_BODIES,
};

/** Two updates of items that do not exist. */
export const NOT_FOUND_BATCH = {
  updates: [{ id: '0198c0de-7a1b-7c3d-8e9f-0a1b2c3d4e5f' }, { id: 'nothing' }],
};
const notFoundErrors = {
  feedback_not_found: feedbackNotFound(NOT_FOUND_BATCH.updates.map((_, i) => `updates[${i}].id`)),
};

const intoItself = [{ id: darkMode.id, merged_into: darkMode.id }];
const members = [{ ...NOT_MERGED, id: darkMode.id, merged_via: null }];
const mergeErrors = {
  feedback_merged: someMerged([mergedItem(linePath(0), { ...darkMode, merged_into: csvExport.id })]),
  merge_conflict: thrownBy(() =>
    plannedMerge({ updates: intoItself, at, before: [darkMode], members, pathOf: linePath }),
  ),
};

const mismatch = (current: Feedback | null, isWeak = false) =>
  someMismatch(mismatchOf(current, { expected: [], isWeak }, operationPath(0)));

const own = {
  BatchItemsNotFound: failure({
    description: 'Some items do not exist: see `details`. No item was changed.',
    errors: notFoundErrors,
  }),
  BatchItemsChanged: failure({
    description:
      'Some items have changed since the version in `if_match`, or no item has the external ID of an upsert with ' +
      '`if_match`: see `details`. No item was changed.',
    errors: {
      etag_mismatch: mismatch(darkMode),
      etag_mismatch_weak: mismatch(darkMode, true),
      etag_mismatch_no_item: mismatch(null),
    },
  }),
  BatchConflict: withRetryAfterInUse(
    failure({
      description:
        'A merged item cannot change, or an item cannot be merged, or another item has an `external_id`: see ' +
        '`details`. Or a request with this ' +
        '`Idempotency-Key` is still in progress: try again. Or an item of its response was deleted. Or the ' +
        'account would have too many tags, or has reached its storage limit. No item was changed.',
      errors: {
        ...mergeErrors,
        external_id_taken: externalIdTaken([`${linePath(0)}external_id`]),
        ...IN_USE_OR_GONE,
        ...LIMITS_REACHED,
      },
    }),
  ),
  InvalidBatch: failure({
    description: 'The request body or `Idempotency-Key` is invalid. No item was changed.',
    errors: {
      ...bodyErrors(batchBodyRule, INVALID_BATCHES),
      ...NO_QUERY,
      ...INVALID_KEY,
      ...MALFORMED_REQUEST,
    },
  }),
};

/** `/feedback/batch`: batch.md 1, batch.md 2, batch.md 5. */
export const batch: Resource = {
  tag: { name: 'Batch', description: 'Change many items with one request.' },
  schemas: BATCH_SCHEMAS,
  parameters: {},
  failures: own,
  operations: [
    operation(BatchController, 'change', {
      operationId: 'updateFeedbackBatch',
      summary: 'Change multiple feedback items',
      description:
        `Updates 1 to ${BATCH_MAX} items, or applies 1 to ${BATCH_MAX} operations that create, update, upsert, and delete ` +
        'items, in their order. Either all of them are applied, or none. Omitted fields are unchanged. ' +
        'With `dry_run`, no item is changed, and only the syntax of `Idempotency-Key` is checked.',
      parameters: ['IdempotencyKey'],
      body: { schema: 'FeedbackBatch', examples: UPDATED_BY },
      success: jsonResponse(
        'The items, and what changed.',
        'FeedbackBatchResponse',
        UPDATED,
        'Idempotent-Replayed',
      ),
      otherResponses: {
        ...refsTo(own, 'InvalidBatch', 'BatchItemsNotFound', 'BatchItemsChanged', 'BatchConflict'),
        ...refsTo(requestFailures, 'IdempotencyKeyReused'),
        ...refsTo(itemFailures, 'ForbiddenToNotify', 'TooManyMessages'),
      },
    }),
  ],
};
