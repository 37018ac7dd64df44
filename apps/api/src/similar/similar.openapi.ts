import { SIMILAR_MAX, SIMILAR_MIN_SCORE, TITLE_MAX, titleRule } from '@libs/feedback';
import { failure, MALFORMED_REQUEST, refsTo } from '../openapi/error-responses';
import { csvExport, darkMode } from '../openapi/examples';
import { errorsOf, type Queries } from '../openapi/invalid-requests';
import { ITEM_PROPERTIES, itemFailures } from '../openapi/items';
import { ref, type Resource } from '../openapi/openapi.types';
import { jsonResponse, operation } from '../openapi/operation';
import { example, open } from '../openapi/schemas';
import { SimilarController } from './similar.controller';
import { similarJson, similarTitle } from './similar.http';

export const INVALID_SIMILAR: Queries = {
  invalid_parameter: {},
  invalid_parameter_long: { title: 'x'.repeat(TITLE_MAX + 1) },
  invalid_parameter_characters: { title: 'Dark\u0000mode' },
  repeated_parameter: { title: ['Dark mode', 'Dark theme'] },
  unknown_parameter: { title: 'Dark mode', limit: '3' },
};

const own = {
  InvalidSimilarRequest: failure({
    description: 'A query parameter is missing, invalid, repeated, or unknown.',
    errors: { ...errorsOf(INVALID_SIMILAR, similarTitle), ...MALFORMED_REQUEST },
  }),
};

const FOUND = {
  similar: example(
    'Two items',
    similarJson([
      { item: darkMode, score: 0.871 },
      { item: csvExport, score: 0.104 },
    ]),
  ),
  none: example('No similar items', similarJson([])),
};

const success = jsonResponse('The similar items, best first.', 'SimilarFeedbackResponse', FOUND);
const WHAT =
  `at most ${SIMILAR_MAX}, best first. Titles count more than descriptions. Words can be in another order, with typos, ` +
  'or with other endings. In an account with many items, not every similar item is found.';

/** `/feedback/similar` and `/feedback/{id}/similar`: similar.md 1. */
export const similar: Resource = {
  tag: { name: 'Similar items', description: 'Find items that may be duplicates.' },
  schemas: {
    SimilarFeedback: open({
      ...ITEM_PROPERTIES,
      score: {
        type: 'number',
        minimum: SIMILAR_MIN_SCORE,
        maximum: 1,
        description: 'How similar the item is. 1 is an equal title.',
      },
    }),
    SimilarFeedbackResponse: open({
      data: {
        type: 'array',
        maxItems: SIMILAR_MAX,
        items: ref('schemas', 'SimilarFeedback'),
      },
    }),
  },
  parameters: {
    SimilarTitle: {
      name: 'title',
      in: 'query',
      required: true,
      description: 'Title of the item that you want to create.',
      schema: titleRule.schema,
      example: 'Dark mode',
    },
  },
  failures: own,
  operations: [
    operation(SimilarController, 'ofTitle', {
      operationId: 'findSimilarFeedback',
      summary: 'Find feedback items similar to a title',
      description: `Returns the items of your account that are similar to a title, ${WHAT}`,
      parameters: ['SimilarTitle'],
      success,
      otherResponses: refsTo(own, 'InvalidSimilarRequest'),
    }),
    operation(SimilarController, 'ofItem', {
      operationId: 'listSimilarFeedback',
      summary: 'List similar feedback items',
      description: `Returns the other items of your account that are similar to an item, ${WHAT}`,
      parameters: ['FeedbackId'],
      success,
      otherResponses: refsTo(itemFailures, 'InvalidItemRequest', 'FeedbackNotFound'),
    }),
  ],
};
