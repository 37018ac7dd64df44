import {
  ACCOUNT_NAME_MAX,
  API_KEY_NAME_MAX,
  PLANS,
  SLUG_MAX,
  SLUG_MIN,
  SLUG_PATTERN,
  type DescribedApiKey,
} from '@libs/accounts';
import { PublicUrls } from '../config';
import { failure, MALFORMED_REQUEST, NO_QUERY, refsTo } from '../openapi/error-responses';
import { KEY_ID } from '../openapi/examples';
import { EXAMPLE_URL } from '../openapi/headers';
import { ref, type Resource } from '../openapi/openapi.types';
import { jsonResponse, operation } from '../openapi/operation';
import { example, instant, nullable, open } from '../openapi/schemas';
import { KeyController } from './key.controller';
import { keyJson } from './key.http';

/** The key of api-keys.md 1. */
const website: DescribedApiKey = {
  key: {
    id: KEY_ID,
    accountId: '019cb31f-0000-7000-8000-000000000000',
    bucketId: KEY_ID,
    name: 'Roadmap script',
    permission: 'full',
    allowedOrigins: [],
    digest: Buffer.alloc(32),
    lastFour: 'cjrI',
    createdAt: new Date('2026-03-03T09:54:44.000Z'),
    createdBy: null,
    lastUsedAt: null,
    expiresAt: null,
    revokedAt: null,
  },
  account: { name: 'Acme', slug: 'acme', plan: 'free' },
};
const reporting: DescribedApiKey = {
  key: {
    ...website.key,
    name: 'Reporting',
    permission: 'read',
    lastFour: '7Qx2',
    expiresAt: new Date('2026-06-01T09:54:44.000Z'),
  },
  account: { ...website.account, plan: 'pro' },
};
const urls = new PublicUrls(EXAMPLE_URL);

const DESCRIBED = {
  full: example('A key with full permission', { data: keyJson(website, urls) }),
  read: example('A read key that expires', { data: keyJson(reporting, urls) }),
};

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
