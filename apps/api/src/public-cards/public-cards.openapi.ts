import { feedbackJson, feedbackMerged, publicCardRule, storageLimitReached, TITLE_MAX } from '@libs/feedback';
import { failure, MALFORMED_REQUEST, MALFORMED_URL, NO_QUERY, refsTo } from '../openapi/error-responses';
import { csvExport, darkMode, planned } from '../openapi/examples';
import { bodyErrors, NO_BODIES, type Bodies } from '../openapi/invalid-requests';
import { INVALID_IF_MATCH, itemFailures, TITLE } from '../openapi/items';
import type { Resource } from '../openapi/openapi.types';
import { jsonResponse, operation } from '../openapi/operation';
import { example, withDescriptions } from '../openapi/schemas';
import { PublicCardsController } from './public-cards.controller';

const CARDS = {
  both: example('Title and text', { title: 'Dark theme', text: 'For everyone who works at night.' }),
  title: example('Only a title', { title: 'Dark theme' }),
};
const PUBLISHED = {
  item: example('The public item', {
    data: feedbackJson({
      ...darkMode,
      updated_at: planned.updated_at,
      public: {
        url: `https://feedback.example.com/f/acme/items/${darkMode.id}`,
        text: CARDS.both.value.text,
        title: CARDS.both.value.title,
        published_at: planned.updated_at,
      },
    }),
  }),
};
const ENDED = {
  item: example('The private item', { data: feedbackJson({ ...darkMode, updated_at: planned.updated_at }) }),
};

export const INVALID_CARDS: Bodies = {
  missing_required_field: { text: 'No title' },
  invalid_type: { title: 5 },
  empty_value: { title: '   ' },
  too_long: { title: 'x'.repeat(TITLE_MAX + 1) },
  invalid_characters: { title: 'Dark\u0000theme' },
  read_only_field: { title: 'Dark theme', url: 'https://feedback.example.com' },
  unknown_field: { title: 'Dark theme', status: 'planned' },
  several: { title: '', text: 5 },
  ...NO_BODIES,
};

const own = {
  InvalidCard: failure({
    description: 'The URL, the body, or `If-Match` is invalid. Nothing was changed.',
    errors: {
      ...bodyErrors(publicCardRule, INVALID_CARDS),
      ...NO_QUERY,
      ...MALFORMED_URL,
      ...INVALID_IF_MATCH,
      ...MALFORMED_REQUEST,
    },
  }),
  CardConflict: failure({
    description:
      'The item is merged into another one, or the account has reached its storage limit. Nothing was changed.',
    errors: {
      feedback_merged: feedbackMerged(csvExport.id),
      storage_limit_reached: storageLimitReached(),
    },
  }),
};
const all = { ...itemFailures, ...own };

/** `/feedback/{id}/public`: public.md 1. */
export const publicCards: Resource = {
  tag: {
    name: 'Public cards',
    description: 'Publish items, each with a title and a text of its own. Items are private otherwise.',
  },
  schemas: {
    PublicCard: withDescriptions(publicCardRule.schema, {
      title: { description: TITLE },
      text: { description: 'Plain text, stored as sent.' },
    }),
  },
  parameters: {},
  failures: own,
  operations: [
    operation(PublicCardsController, 'publish', {
      operationId: 'publishFeedback',
      summary: 'Publish an item',
      description:
        'Publishes an item with this title and text, or replaces those of its public card. The title and the description of ' +
        'the item stay private.',
      parameters: ['FeedbackId', 'IfMatch'],
      body: { schema: 'PublicCard', examples: CARDS },
      success: jsonResponse('The public item.', 'FeedbackResponse', PUBLISHED, 'ETag'),
      otherResponses: refsTo(all, 'InvalidCard', 'FeedbackNotFound', 'CardConflict', 'FeedbackChanged'),
    }),
    operation(PublicCardsController, 'end', {
      operationId: 'unpublishFeedback',
      summary: 'End the public card of an item',
      description: 'Makes the item private again. An item that is not public stays unchanged.',
      parameters: ['FeedbackId', 'IfMatch'],
      success: jsonResponse('The private item.', 'FeedbackResponse', ENDED, 'ETag'),
      otherResponses: refsTo(all, 'InvalidDeletion', 'FeedbackNotFound', 'CardConflict', 'FeedbackChanged'),
    }),
  ],
};
