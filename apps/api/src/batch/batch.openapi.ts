import {
  BATCH_MAX,
  batchResult,
  CHANGEABLE,
  feedbackChangeRule,
  externalIdTaken,
  feedbackNotFound,
  linePath,
  plannedMerge,
  mergedItem,
  someMerged,
  NOT_MERGED,
  revisedAll,
  type Feedback,
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
import { CHANGE_DESCRIPTIONS } from '../openapi/items';
import { ref, type Resource, type Schema } from '../openapi/openapi.types';
import { jsonResponse, operation } from '../openapi/operation';
import { closed, example, open, withDescriptions } from '../openapi/schemas';
import { BatchController } from './batch.controller';
import { batchJson, batchRuleWithDryRun } from './batch.http';

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

export const UPDATED_BY = {
  statuses: example('Set the status of two items', { updates }),
  tags: example('Add and remove a tag', {
    updates: updates.map(({ id }) => ({ id, add_tags: ['design'], remove_tags: ['mobile'] })),
  }),
  dry_run: example('Preview the changes', { updates, dry_run: true }),
};
const UPDATED = {
  statuses: example('Both items were updated', batchJson(result)),
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
  invalid_value_duplicate: { updates: [line, line] },
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

const items: Schema = {
  type: 'array',
  minItems: 1,
  maxItems: BATCH_MAX,
  items: ref('schemas', 'Feedback'),
};

const own = {
  BatchItemsNotFound: failure({
    description: 'Some items do not exist: see `details`. No item was changed.',
    errors: notFoundErrors,
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
      ...bodyErrors(batchRuleWithDryRun, INVALID_BATCHES),
      ...NO_QUERY,
      ...INVALID_KEY,
      ...MALFORMED_REQUEST,
    },
  }),
};

/** `/feedback/batch`: batch.md 1, batch.md 2. */
export const batch: Resource = {
  tag: { name: 'Batch', description: 'Update many items with one request.' },
  schemas: {
    FeedbackBatch: withDescriptions(batchRuleWithDryRun.schema, {
      updates: {
        description: 'One update per item. Either all updates are applied, or none.',
        items: closed(
          {
            id: { type: 'string', description: 'ID of the item. Must be unique in the batch.' },
            ...withDescriptions(feedbackChangeRule.schema, CHANGE_DESCRIPTIONS).properties,
          },
          ['id'],
        ),
      },
      dry_run: {
        description:
          'If `true`, no item is changed, and the response contains what would change. Defaults to `false`.',
      },
    }),
    FeedbackBatchResponse: open(
      {
        data: { ...items, description: 'The items after the updates, in the order of the request.' },
        dry_run: {
          type: 'boolean',
          const: true,
          description: 'Only present in a dry run: `data` contains the items as they would be.',
        },
        changed: {
          type: 'array',
          maxItems: BATCH_MAX,
          description: 'The items that changed and their changed fields, in the order of the request.',
          items: open({
            id: { type: 'string', format: 'uuid' },
            fields: { type: 'array', minItems: 1, items: { type: 'string', enum: CHANGEABLE } },
          }),
        },
      },
      ['data', 'changed'],
    ),
  },
  parameters: {},
  failures: own,
  operations: [
    operation(BatchController, 'reviseAll', {
      operationId: 'updateFeedbackBatch',
      summary: 'Update multiple feedback items',
      description:
        `Updates 1 to ${BATCH_MAX} items. Either all updates are applied, or none. Omitted fields are unchanged. ` +
        'With `dry_run`, no item is changed, and only the syntax of `Idempotency-Key` is checked.',
      parameters: ['IdempotencyKey'],
      body: { schema: 'FeedbackBatch', examples: UPDATED_BY },
      success: jsonResponse(
        'The updated items, and what changed.',
        'FeedbackBatchResponse',
        UPDATED,
        'Idempotent-Replayed',
      ),
      otherResponses: {
        ...refsTo(own, 'InvalidBatch', 'BatchItemsNotFound', 'BatchConflict'),
        ...refsTo(requestFailures, 'IdempotencyKeyReused'),
      },
    }),
  ],
};
