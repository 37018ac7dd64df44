import { BATCH_MAX, CHANGEABLE, feedbackChangeRule } from '@libs/feedback';
import { BatchController } from './batch.controller';
import { batchRuleWithDryRun } from '../../feedback/batch/batch.http';
import { batchErrors, notFoundErrors, UPDATED, UPDATED_BY } from './batch.examples';
import { failure, MALFORMED_REQUEST, refsTo } from '../../openapi/error-responses';
import { INVALID_KEY, requestFailures } from '../idempotency/idempotency.parameters';
import { ref, type Resource, type Schema } from '../../openapi/openapi.types';
import { answer, operation } from '../../openapi/operation';
import { closed, explained, open } from '../../openapi/schemas';

const items: Schema = {
  type: 'array',
  minItems: 1,
  maxItems: BATCH_MAX,
  items: ref('schemas', 'Feedback'),
};

const own = {
  BatchItemsNotFound: failure({
    description: 'Some of the items are not there, `details` says which; nothing was changed.',
    errors: notFoundErrors,
  }),
  InvalidBatch: failure({
    description: 'The body or `Idempotency-Key` is wrong; nothing was changed.',
    errors: { ...batchErrors, ...INVALID_KEY, ...MALFORMED_REQUEST },
  }),
};

/** `/feedback/batch`: batch.md 1, batch.md 2. */
export const batch: Resource = {
  tag: { name: 'Batch', description: 'Many items at once, which counts as one request.' },
  schemas: {
    FeedbackBatch: explained(batchRuleWithDryRun.schema, {
      updates: {
        description: 'One line an item. All of them happen, or none.',
        items: closed(
          {
            id: { type: 'string', description: 'Id of the item, in no other line.' },
            ...explained(feedbackChangeRule.schema, { description: { description: 'Null clears it.' } })
              .properties,
          },
          ['id'],
        ),
      },
      dry_run: {
        description:
          'True: nothing is written, and the response shows what would change. `false` when absent.',
      },
    }),
    FeedbackBatchAnswer: open(
      {
        data: { ...items, description: 'The items after the change, in the order of the lines.' },
        dry_run: { type: 'boolean', const: true, description: 'Only then: `data` is what would be.' },
        changed: {
          type: 'array',
          maxItems: BATCH_MAX,
          description: 'The items that the batch changes, and in which fields, in the order of the lines.',
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
      summary: 'Update many items',
      description:
        `1 to ${BATCH_MAX} updates in one step: all of them happen, or nothing. What a line does not name stays as it ` +
        'is. With `dry_run` nothing is written, whatever `Idempotency-Key` says.',
      parameters: ['IdempotencyKey'],
      body: { schema: 'FeedbackBatch', examples: UPDATED_BY },
      success: answer(
        'The items after the change, and what it changed.',
        'FeedbackBatchAnswer',
        UPDATED,
        'Idempotent-Replayed',
      ),
      answers: {
        ...refsTo(own, 'InvalidBatch', 'BatchItemsNotFound'),
        ...refsTo(requestFailures, 'IdempotencyConflict', 'IdempotencyKeyReused'),
      },
    }),
  ],
};
