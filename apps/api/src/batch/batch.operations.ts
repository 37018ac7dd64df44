import { BATCH_MAX, CHANGEABLE, feedbackChangeRule, tagsRule } from '@libs/feedback';
import { BatchController } from './batch.controller';
import { batchRuleWithDryRun } from './batch.http';
import { MERGED_INTO } from '../items/feedback.operations';
import { batchErrors, mergeErrors, notFoundErrors, UPDATED, UPDATED_BY } from './batch.examples';
import { failure, MALFORMED_REQUEST, refsTo } from '../openapi/error-responses';
import {
  IN_USE_OR_GONE,
  INVALID_KEY,
  requestFailures,
  LIMITS_REACHED,
  withRetryAfterInUse,
} from '../idempotency/idempotency.parameters';
import { ref, type Resource, type Schema } from '../openapi/openapi.types';
import { jsonResponse, operation } from '../openapi/operation';
import { closed, open, withDescriptions } from '../openapi/schemas';

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
        'A merged item cannot change, or an item cannot be merged: see `details`. Or a request with this ' +
        '`Idempotency-Key` is still in progress: try again. Or an item of its response was deleted. Or the ' +
        'account would have too many tags, or has reached its storage limit. No item was changed.',
      errors: { ...mergeErrors, ...IN_USE_OR_GONE, ...LIMITS_REACHED },
    }),
  ),
  InvalidBatch: failure({
    description: 'The request body or `Idempotency-Key` is invalid. No item was changed.',
    errors: { ...batchErrors, ...INVALID_KEY, ...MALFORMED_REQUEST },
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
            ...withDescriptions(feedbackChangeRule.schema, {
              description: { description: 'Null clears the description.' },
              merged_into: { description: MERGED_INTO },
              tags: {
                description: 'Replaces all tags of the item. Cannot be combined with the following fields.',
              },
            }).properties,
            add_tags: {
              ...tagsRule.schema,
              description: 'Adds these tags after `remove_tags`. Tags that do not exist are created.',
            },
            remove_tags: {
              ...tagsRule.schema,
              description: 'Removes those of these tags that the item has.',
            },
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
