import {
  addressTaken,
  changedRequest,
  newRequest,
  newRequestRule,
  newRequestsRule,
  REQUEST_SOURCES,
  requestChangeRule,
  requestJson,
  requestNotFound,
  storageLimitReached,
  submissionNotDeletable,
  submissionOf,
  tooManyRequests,
  type FeedbackRequest,
} from '@libs/feedback';
import { parse } from '@libs/kernel';
import { failure, MALFORMED_REQUEST, MALFORMED_URL, NO_QUERY, refsTo } from '../openapi/error-responses';
import { cursors, darkMode } from '../openapi/examples';
import { bodyErrors, errorsOf, NO_BODIES, type Bodies, type Queries } from '../openapi/invalid-requests';
import { itemFailures } from '../openapi/items';
import { ref, type Resource, type Schema } from '../openapi/openapi.types';
import { emptyResponse, jsonResponse, operation } from '../openapi/operation';
import { example, idParameter, instant, open, pageOf, withDescriptions } from '../openapi/schemas';
import { CLAIMED_SOURCE, sourceOf } from '../http/source';
import { RequestsController } from './requests.controller';
import { requestsJson, requestsQuery } from './requests.http';

const at = { accountId: darkMode.accountId, itemId: darkMode.id };

const ADDED = {
  person: example('A person of a company', {
    email: 'eve@example.com',
    name: 'Eve Example',
    company: 'Acme',
    value: 1200,
    quote: 'Our night shift needs it.',
    link: 'https://support.example.com/tickets/17',
  }),
  votes: example('Votes of another system', { count: 12 }),
  several: example('Several people', {
    requests: [{ email: 'eve@example.com' }, { email: 'bo@example.com' }],
  }),
};
const request: FeedbackRequest = newRequest(
  at.accountId,
  at.itemId,
  parse(newRequestRule, ADDED.person.value),
  'api',
  { id: '019cb845-2a00-7c3d-8e9f-0a1b2c3d4e5f', now: new Date('2026-03-04T09:00:00.000Z') },
);
const page = (items: readonly FeedbackRequest[]) =>
  requestsJson({ items, hasMore: false }, { limit: 20 }, at, cursors);
const PAGES = { page: example('A request, and the submission', page([request, submissionOf(darkMode)])) };
const one = (value: FeedbackRequest) => ({ data: requestJson(value) });
const REQUEST = { request: example('The request', one(request)) };
const CHANGED = { company: example('Another company', { company: 'Acme Ltd', value: 900 }) };
const CHANGED_REQUEST = {
  request: example('The changed request', one(changedRequest(request, CHANGED.company.value))),
};

export const INVALID_REQUEST_PAGES: Queries = {
  invalid_parameter: { limit: '101' },
  invalid_parameter_cursor: { cursor: 'not-a-cursor' },
  repeated_parameter: { limit: ['1', '2'] },
  unknown_parameter: { page: '2' },
};
const VALUES: Bodies = {
  invalid_type: { value: '1200' },
  invalid_format: { email: 'eve@' },
  invalid_value: { value: 1.001 },
  invalid_value_link: { link: 'example.com' },
  empty_value: { name: '   ' },
  too_long: { company: 'x'.repeat(101) },
  invalid_characters: { name: 'Eve\u0000' },
  read_only_field: { source: 'form' },
  unknown_field: { phone: '123' },
};
/** Bodies with several requests. */
const INVALID_LISTS: Bodies = { missing_required_field: { requests: null } };
export const INVALID_NEW_REQUESTS: Bodies = {
  ...INVALID_LISTS,
  ...VALUES,
  invalid_value_count: { email: 'eve@example.com', count: 2 },
  ...NO_BODIES,
};
export const INVALID_REQUEST_CHANGES: Bodies = { ...VALUES, null_not_allowed: { count: null }, ...NO_BODIES };
export const INVALID_REQUEST_SOURCES: Queries = {
  invalid_parameter: { source: 'form' },
  repeated_parameter: { source: ['mcp', 'mcp'] },
  unknown_parameter: { dry_run: 'true' },
};

const own = {
  InvalidRequestsRequest: failure({
    description: 'The URL is malformed, or a query parameter is invalid, repeated, or unknown.',
    errors: {
      ...errorsOf(INVALID_REQUEST_PAGES, (query) => requestsQuery(query, at, cursors)),
      ...MALFORMED_URL,
      ...MALFORMED_REQUEST,
    },
  }),
  InvalidNewRequest: failure({
    description: 'The URL or the body is invalid. Nothing was added.',
    errors: {
      ...bodyErrors(newRequestRule, INVALID_NEW_REQUESTS),
      ...bodyErrors(newRequestsRule, INVALID_LISTS),
      ...errorsOf(INVALID_REQUEST_SOURCES, sourceOf),
      ...MALFORMED_URL,
      ...MALFORMED_REQUEST,
    },
  }),
  InvalidRequestChange: failure({
    description: 'The URL or the body is invalid. Nothing was changed.',
    errors: {
      ...bodyErrors(requestChangeRule, INVALID_REQUEST_CHANGES),
      ...NO_QUERY,
      ...MALFORMED_URL,
      ...MALFORMED_REQUEST,
    },
  }),
  RequestNotFound: failure({
    description: 'The item has no request with this ID.',
    errors: { request_not_found: requestNotFound() },
  }),
  RequestLimitReached: failure({
    description:
      'The item has as many requests as possible, or the account has reached its storage limit. Nothing was added.',
    errors: { request_limit_reached: tooManyRequests(), storage_limit_reached: storageLimitReached() },
  }),
  RequestExists: failure({
    description:
      'Another request for the item has the email address, or the account has reached its storage limit. Nothing was changed.',
    errors: { request_exists: addressTaken(), storage_limit_reached: storageLimitReached() },
  }),
  RequestIsSubmission: failure({
    description: 'The request is the submission.',
    errors: { request_is_submission: submissionNotDeletable() },
  }),
};
const all = { ...own, ...itemFailures };
const errors = (...names: (keyof typeof all)[]) => refsTo(all, ...names);

const DESCRIPTIONS: Readonly<Record<string, Schema>> = {
  email: { description: 'Email address of the person who asks. It can ask once for an item, in any case.' },
  name: { description: 'Name of the person.' },
  company: { description: 'Company of the person.' },
  value: { description: 'What the company is worth to you, in your own unit, with at most two decimals.' },
  quote: { description: 'What the person said.' },
  link: { description: 'Where it was said: an `https` or `http` URL.' },
  count: { description: 'How many people the request stands for. More than 1 only without `email`.' },
};
const described = (schema: Schema) => withDescriptions(schema, DESCRIPTIONS);
const nullable = (schema: unknown, name: string) => ({
  ...(schema as Record<string, Schema>)[name],
  ...DESCRIPTIONS[name],
});
const { properties } = newRequestRule.schema;

/** `/feedback/{id}/requests`: requests.md 3. */
export const requests: Resource = {
  tag: { name: 'Requests', description: 'See who asks for an item, and add people who do.' },
  schemas: {
    FeedbackRequest: {
      description:
        'One person, or several without a name, who ask for an item. The submission is the first one.',
      ...open({
        id: {
          type: 'string',
          format: 'uuid',
          description: 'ID of the request; that of the item for its submission.',
        },
        feedback_id: { type: 'string', format: 'uuid', description: 'ID of the item that was asked for.' },
        email: nullable(properties, 'email'),
        name: nullable(properties, 'name'),
        company: nullable(properties, 'company'),
        value: nullable(properties, 'value'),
        quote: nullable(properties, 'quote'),
        link: nullable(properties, 'link'),
        count: nullable(properties, 'count'),
        source: {
          type: 'string',
          examples: REQUEST_SOURCES,
          description: 'How the request was added. New values can be added.',
        },
        confirmed_at: {
          ...instant('When the person confirmed the email address; null if not.'),
          type: ['string', 'null'],
        },
        verified: { type: 'boolean', description: 'Whether an identity token says that the person asks.' },
        created_at: instant('When the request was added.'),
      }),
    },
    NewRequest: described(newRequestRule.schema),
    NewRequests: {
      ...newRequestsRule.schema,
      properties: {
        requests: { type: 'array', minItems: 1, maxItems: 100, items: ref('schemas', 'NewRequest') },
      },
    },
    AddedRequests: {
      description: 'One request, or several.',
      anyOf: [ref('schemas', 'NewRequests'), ref('schemas', 'NewRequest')],
    },
    RequestChange: described(requestChangeRule.schema),
    RequestResponse: open({ data: ref('schemas', 'FeedbackRequest') }),
    AddedRequestsResponse: open({
      data: {
        anyOf: [
          ref('schemas', 'FeedbackRequest'),
          { type: 'array', items: ref('schemas', 'FeedbackRequest') },
        ],
      },
    }),
    RequestPage: pageOf('FeedbackRequest', 'Entries'),
  },
  parameters: {
    RequestId: idParameter('request_id', 'request', request.id),
    RequestSource: {
      name: 'source',
      in: 'query',
      description: 'Set the source of the requests to `mcp`. For tools of AI agents.',
      schema: { type: 'string', enum: [CLAIMED_SOURCE] },
      example: CLAIMED_SOURCE,
    },
  },
  failures: own,
  operations: [
    operation(RequestsController, 'list', {
      operationId: 'listRequests',
      summary: 'List requests',
      description:
        'Returns who asks for an item, newest first, its submission included. For an item with duplicates, also those ' +
        'who ask for these: each request has its own `feedback_id`.',
      parameters: ['FeedbackId', 'HistoryLimit', 'HistoryCursor'],
      success: jsonResponse('A page of requests.', 'RequestPage', PAGES),
      otherResponses: errors('InvalidRequestsRequest', 'FeedbackNotFound'),
    }),
    operation(RequestsController, 'add', {
      operationId: 'createRequests',
      summary: 'Add requests',
      description:
        'Adds a request to an item, or up to 100, all or none. The email address of a request that exists, or of the ' +
        'submission, updates that one: absent fields stay unchanged. The totals of the item change, but not its version.',
      parameters: ['FeedbackId', 'RequestSource'],
      body: { schema: 'AddedRequests', examples: ADDED },
      success: jsonResponse('The new request.', 'RequestResponse', REQUEST),
      otherResponses: {
        200: jsonResponse('The updated request, or all requests.', 'AddedRequestsResponse', {
          request: REQUEST.request,
          several: example('Several requests', { data: [requestJson(request)] }),
        }),
        ...errors('InvalidNewRequest', 'FeedbackNotFound', 'RequestLimitReached'),
      },
    }),
    operation(RequestsController, 'read', {
      operationId: 'getRequest',
      summary: 'Get a request',
      description: 'Returns a request for the item itself.',
      parameters: ['FeedbackId', 'RequestId'],
      success: jsonResponse('The request.', 'RequestResponse', REQUEST),
      otherResponses: errors('InvalidItemRequest', 'RequestNotFound'),
    }),
    operation(RequestsController, 'change', {
      operationId: 'updateRequest',
      summary: 'Update a request',
      description: 'Changes the given fields. The email address of the submission cannot change.',
      parameters: ['FeedbackId', 'RequestId'],
      body: { schema: 'RequestChange', examples: CHANGED },
      success: jsonResponse('The changed request.', 'RequestResponse', CHANGED_REQUEST),
      otherResponses: errors('InvalidRequestChange', 'RequestNotFound', 'RequestExists'),
    }),
    operation(RequestsController, 'remove', {
      operationId: 'deleteRequest',
      summary: 'Delete a request',
      description:
        'Permanently deletes the request. Deleting it again returns 404. The submission cannot be deleted.',
      parameters: ['FeedbackId', 'RequestId'],
      success: emptyResponse('The request was deleted.'),
      otherResponses: errors('InvalidItemRequest', 'RequestNotFound', 'RequestIsSubmission'),
    }),
  ],
};
