import { API_KEY_NAME_MAX, ACCOUNT_NAME_MAX, PLANS, SLUG_MAX, SLUG_MIN, SLUG_PATTERN } from '@libs/accounts';
import { KeyController } from './key.controller';
import { failure, MALFORMED_REQUEST, NO_QUERY, refsTo } from '../../openapi/error-responses';
import { DESCRIBED } from './key.examples';
import { ref, type Resource, type Schema } from '../../openapi/openapi.types';
import { answer, operation } from '../../openapi/operation';
import { instant, open } from '../../openapi/schemas';

const own = {
  InvalidKeyRequest: failure({
    description: 'The address has a query, or the request is broken.',
    errors: { ...NO_QUERY, ...MALFORMED_REQUEST },
  }),
};

const nullable = (schema: Schema): Schema => ({ ...schema, type: ['string', 'null'] });

/** `/key`: who am I. */
export const key: Resource = {
  tag: { name: 'Key', description: 'The API key that asks.' },
  schemas: {
    Key: open({
      name: {
        type: 'string',
        minLength: 1,
        maxLength: API_KEY_NAME_MAX,
        description: 'As its owner named it.',
      },
      permission: {
        type: 'string',
        enum: ['full', 'read'],
        description: '`read` reads, `full` does everything. Keys with permission `submit` may not ask.',
      },
      masked: {
        type: 'string',
        pattern: '^fb_live_…[0-9A-Za-z]{4}$',
        description: 'The key without its secret, as the dashboard shows it.',
      },
      created_at: instant('When it was made.'),
      expires_at: nullable(instant('When it ends; null when it does not.')),
      account: open({
        name: { type: 'string', minLength: 1, maxLength: ACCOUNT_NAME_MAX },
        slug: { type: 'string', minLength: SLUG_MIN, maxLength: SLUG_MAX, pattern: SLUG_PATTERN.source },
        plan: { type: 'string', enum: PLANS, description: 'Decides the limits.' },
      }),
      form_url: { type: 'string', format: 'uri', description: 'Where end users leave feedback.' },
    }),
    KeyAnswer: open({ data: ref('schemas', 'Key') }),
  },
  parameters: {},
  failures: own,
  operations: [
    operation(KeyController, 'describe', {
      operationId: 'getKey',
      summary: 'Who am I',
      description:
        'The API key that is sent, and the account it opens. `RateLimit` says what the key has left; this request counts as any other.',
      success: answer('The key.', 'KeyAnswer', DESCRIBED),
      answers: refsTo(own, 'InvalidKeyRequest'),
    }),
  ],
};
