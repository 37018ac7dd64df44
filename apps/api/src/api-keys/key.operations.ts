import { API_KEY_NAME_MAX, ACCOUNT_NAME_MAX, PLANS, SLUG_MAX, SLUG_MIN, SLUG_PATTERN } from '@libs/accounts';
import { KeyController } from './key.controller';
import { failure, MALFORMED_REQUEST, NO_QUERY, refsTo } from '../openapi/error-responses';
import { DESCRIBED } from './key.examples';
import { ref, type Resource } from '../openapi/openapi.types';
import { jsonResponse, operation } from '../openapi/operation';
import { instant, nullable, open } from '../openapi/schemas';

const own = {
  InvalidKeyRequest: failure({
    description: 'The URL has a query parameter, or the HTTP request is malformed.',
    errors: { ...NO_QUERY, ...MALFORMED_REQUEST },
  }),
};

/** `/key`: api-keys.md 6. */
export const key: Resource = {
  tag: { name: 'Key', description: 'The API key that authenticates the request.' },
  schemas: {
    Key: open({
      id: { type: 'string', format: 'uuid', description: 'ID of the key, as in the `actor` of events.' },
      name: {
        type: 'string',
        minLength: 1,
        maxLength: API_KEY_NAME_MAX,
        description: 'Name of the key.',
      },
      permission: {
        type: 'string',
        enum: ['full', 'read'],
        description: '`read` can read, `full` can do everything. `submit` keys cannot use this endpoint.',
      },
      masked: {
        type: 'string',
        pattern: '^fb_live_…[0-9A-Za-z]{4}$',
        description: 'The key without its secret part, as shown in the dashboard.',
      },
      created_at: instant('When the key was created.'),
      expires_at: nullable(instant('When the key expires; null if it does not expire.')),
      account: open({
        name: { type: 'string', minLength: 1, maxLength: ACCOUNT_NAME_MAX },
        slug: { type: 'string', minLength: SLUG_MIN, maxLength: SLUG_MAX, pattern: SLUG_PATTERN.source },
        plan: { type: 'string', enum: PLANS, description: 'Determines the rate limits.' },
      }),
      form_url: { type: 'string', format: 'uri', description: 'URL of the feedback form.' },
    }),
    KeyResponse: open({ data: ref('schemas', 'Key') }),
  },
  parameters: {},
  failures: own,
  operations: [
    operation(KeyController, 'describe', {
      operationId: 'getKey',
      summary: 'Get the current API key',
      description:
        'Returns the API key that authenticates the request, its account, and the form URL. The `RateLimit` header ' +
        'has the number of requests remaining. This request counts toward the rate limits.',
      success: jsonResponse('The API key.', 'KeyResponse', DESCRIBED),
      otherResponses: refsTo(own, 'InvalidKeyRequest'),
    }),
  ],
};
