import {
  BATCH_MAX,
  CHANGEABLE,
  DEFAULT_STATUS,
  feedbackChangeRule,
  ifMatchRule,
  METHODS,
  OPERATION_RULES,
  type Method,
} from '@libs/feedback';
import {
  CHANGE_DESCRIPTIONS,
  DESCRIPTION,
  EMAIL,
  EXTERNAL,
  TAGS,
  UPSERT_DESCRIPTIONS,
} from '../openapi/items';
import { ref, type Schema } from '../openapi/openapi.types';
import { closed, open, withDescriptions } from '../openapi/schemas';

const ID = { type: 'string', format: 'uuid' };
const lines = (items: Schema | ReturnType<typeof ref>, more: object = {}) => ({
  type: 'array',
  minItems: 1,
  maxItems: BATCH_MAX,
  ...more,
  items,
});

const IF_MATCH = {
  description:
    'The `etag` of the item when it was read, with or without quotes. If the item has changed since, nothing is changed.',
};
const UPDATE_DESCRIPTIONS = {
  id: { description: 'ID of the item. Must be unique in the batch.' },
  if_match: IF_MATCH,
  ...CHANGE_DESCRIPTIONS,
};
const UPDATE = closed(
  {
    id: { type: 'string', ...UPDATE_DESCRIPTIONS.id },
    ...withDescriptions(feedbackChangeRule.schema, CHANGE_DESCRIPTIONS).properties,
    if_match: { ...ifMatchRule.schema, ...IF_MATCH },
  },
  ['id'],
);
const DRY_RUN = {
  type: 'boolean',
  description:
    'If `true`, no item is changed, and the response contains what would change. Defaults to `false`.',
};

const DESCRIPTIONS: Readonly<Record<Method, Readonly<Record<string, Schema>>>> = {
  create: {
    ...UPSERT_DESCRIPTIONS,
    description: { description: DESCRIPTION },
    submitter_email: { description: EMAIL },
    status: { description: `Defaults to \`${DEFAULT_STATUS}\`.` },
    external_id: { description: EXTERNAL },
    tags: { description: TAGS },
  },
  update: UPDATE_DESCRIPTIONS,
  upsert: {
    ...UPSERT_DESCRIPTIONS,
    external_id: { description: `${EXTERNAL} If no item has it, one is created.` },
    if_match: { description: `${IF_MATCH.description} The same if no item has the external ID.` },
  },
  delete: {
    id: { description: 'ID of the item. Required without `external_id`.' },
    external_id: { description: 'External ID of the item. Required without `id`.' },
    if_match: IF_MATCH,
  },
};
const NAMES: Readonly<Record<Method, string>> = {
  create: 'CreateOperation',
  update: 'UpdateOperation',
  upsert: 'UpsertOperation',
  delete: 'DeleteOperation',
};

/** An ID can have any text: a malformed one matches no item (items.md 8). */
const withAnyId = ({ properties, ...schema }: Schema): Schema => ({
  ...schema,
  properties: Object.fromEntries(
    Object.entries(properties as Record<string, Schema>).map(([name, property]) => {
      const { format: _, ...text } = property;
      return [name, name === 'id' ? text : property];
    }),
  ),
});

const CHANGED = lines(
  open({ id: ID, fields: { type: 'array', minItems: 1, items: { type: 'string', enum: CHANGEABLE } } }),
  {
    minItems: 0,
    description:
      'The items that existed before and changed, and their changed fields, in the order of the request.',
  },
);
const DRY = {
  type: 'boolean',
  const: true,
  description: 'Only present in a dry run: `data` contains the items as they would be.',
};

const RECIPIENTS = {
  type: 'integer',
  minimum: 0,
  description: 'Only present in a dry run with `notify`: how many people would be told.',
};

/** The bodies of batches: batch.md 1, batch.md 2, batch.md 5. */
export const BATCH_SCHEMAS: Readonly<Record<string, Schema>> = {
  FeedbackBatch: {
    description: 'Updates, or operations of any method. Either all of them are applied, or none.',
    anyOf: [ref('schemas', 'FeedbackUpdates'), ref('schemas', 'FeedbackOperations')],
  },
  FeedbackUpdates: closed(
    { updates: lines(UPDATE, { description: 'One update per item.' }), dry_run: DRY_RUN },
    ['updates'],
  ),
  FeedbackOperations: closed(
    {
      operations: lines(ref('schemas', 'FeedbackOperation'), { description: 'Applied in this order.' }),
      dry_run: DRY_RUN,
    },
    ['operations'],
  ),
  FeedbackOperation: {
    description: 'Creates, updates, upserts, or deletes an item. A batch names each item at most once.',
    oneOf: METHODS.map((method) => ref('schemas', NAMES[method])),
    discriminator: {
      propertyName: 'method',
      mapping: Object.fromEntries(METHODS.map((method) => [method, `#/components/schemas/${NAMES[method]}`])),
    },
  },
  ...Object.fromEntries(
    METHODS.map((method) => [
      NAMES[method],
      withAnyId(withDescriptions(OPERATION_RULES[method].schema, DESCRIPTIONS[method])),
    ]),
  ),
  FeedbackBatchResponse: {
    description: 'The response to updates, or to operations.',
    anyOf: [ref('schemas', 'FeedbackUpdatesResponse'), ref('schemas', 'FeedbackOperationsResponse')],
  },
  FeedbackUpdatesResponse: open(
    {
      data: lines(ref('schemas', 'Feedback'), {
        description: 'The items after the updates, in the order of the request.',
      }),
      dry_run: DRY,
      recipients: RECIPIENTS,
      changed: CHANGED,
    },
    ['data', 'changed'],
  ),
  FeedbackOperationsResponse: open(
    {
      data: lines(
        { anyOf: [ref('schemas', 'Feedback'), ref('schemas', 'FeedbackDeletion')] },
        { description: 'The item of each line after the batch, in the order of the request.' },
      ),
      dry_run: DRY,
      recipients: RECIPIENTS,
      changed: CHANGED,
      results: lines(ref('schemas', 'FeedbackOperationResult'), {
        description: 'What each line has done, in the order of the request.',
      }),
    },
    ['data', 'changed', 'results'],
  ),
  FeedbackOperationResult: open(
    {
      method: { type: 'string', enum: METHODS },
      id: { ...ID, description: 'ID of the item.' },
      result: { type: 'string', enum: ['created', 'updated', 'unchanged', 'deleted'] },
      etag: { type: 'string', description: 'ETag of the item after the batch. Absent if it was deleted.' },
    },
    ['method', 'id', 'result'],
  ),
  FeedbackDeletion: open({ id: ID, deleted: { type: 'boolean', const: true } }),
};
