import { tooManyConcurrentRequests } from '@libs/accounts';
import { storageLimitReached } from '@libs/feedback';
import { SYSTEM } from '@libs/kernel';
import { EventLoopShares } from '../src/limits/event-loop-shares';
import { FullAccounts } from '../src/storage/full-accounts';
import { openApiDocument } from '../src/reference/openapi-document';
import { NOT_FOUND_BATCH, INVALID_BATCHES, UPDATED_BY } from '../src/batch/batch.openapi';
import { INVALID_STATS } from '../src/stats/stats.openapi';
import { INVALID_EXPORTS } from '../src/export/export.openapi';
import {
  INVALID_CHANGES,
  INVALID_EXTERNAL_IDS,
  INVALID_SOURCES,
  INVALID_SUBMISSIONS,
  INVALID_UPSERTS,
} from '../src/items/items.openapi';
import { INVALID_QUERIES } from '../src/items/list.openapi';
import { otherFailures } from '../src/openapi/error-responses';
import type { OpenApiDocument } from '../src/openapi/openapi.types';
import { INVALID_SIMILAR } from '../src/similar/similar.openapi';
import type { HttpResponse, Call } from './support/client';
import { externalIdSenders } from './support/external-ids';
import { historySenders } from './support/history';
import { eventSenders } from './support/events';
import { exportInProgressAt, tooManyExportsAt } from './support/export';
import { whileInProgress } from './support/idempotency';
import { importSenders } from './support/import';
import { assertDescribed } from './support/openapi-check';
import { publicCardSenders } from './support/public-cards';
import { voteSenders } from './support/votes';
import { queryString } from './support/query';
import { LOCAL_WEBHOOKS } from './support/receiver';
import { changelogSenders } from './support/changelog';
import { requestSenders } from './support/requests';
import type { Account } from './support/service';
import { keyWithAllTags, tagSenders } from './support/tags';
import { webhookSenders } from './support/webhooks';
import { useService } from './support/use-service';

const PUBLIC_URL = 'https://feedback.test';
const BASE = '/api/v1/feedback';
const ORIGIN = 'https://app.example.com';

const { service, client } = useService(LOCAL_WEBHOOKS);
const { client: overHttps } = useService(
  { PUBLIC_URL, TRUST_PROXY: '1', RATE_LIMIT_MINUTE_FREE: '1', AUTH_FAILURES_PER_MINUTE: '1' },
  () => ({ database: service.database }),
);

/** conventions.md 13 */
describe('examples of the OpenAPI document', () => {
  let account: Account;
  let id: string;
  const keys: Record<string, string> = {};

  beforeAll(async () => {
    account = await service.account();
    id = (await call('POST', BASE, { body: { title: 'Dark mode' } })).json.data.id;
    for (const permission of ['read', 'submit'] as const) {
      const origins = permission === 'submit' ? [ORIGIN] : undefined;
      keys[permission] = (await service.issue(account.id, { permission, origins })).key;
    }
    const revoked = await service.issue(account.id);
    await service.revoke(account.id, revoked.keyId);
    keys['revoked'] = revoked.key;
    const suspended = await service.account();
    await service.administration.suspend(suspended.slug, SYSTEM);
    keys['suspended'] = suspended.key;
    const expired = await service.issue(account.id, { expiresAt: new Date(Date.now() + 3_600_000) });
    await service.expire(expired.keyId);
    keys['expired'] = expired.key;
  });

  const document: OpenApiDocument = openApiDocument({ PUBLIC_URL });
  const call = client.as(() => account);
  const as = (key: string) => ({ key: keys[key]!, headers: { origin: ORIGIN } });
  const https = { 'x-forwarded-proto': 'https' };
  const large = { body: `"${'x'.repeat(262_144)}"`, headers: { 'content-type': 'application/json' } };
  const text = { body: 'x', headers: { 'content-type': 'text/plain' } };
  const zipped = { body: 'x', headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' } };
  const jsonType = { 'content-type': 'application/json' };

  /** HTTP/1.1 clients always send Host, so the request is sent as bytes. */
  const withoutHost = (method: string, path: string) =>
    sendRaw(method, path, `${method} ${path} HTTP/1.1\r\nConnection: close\r\n\r\n`);

  async function sendRaw(method: string, path: string, bytes: string): Promise<HttpResponse> {
    const response = await client.raw(bytes);
    const [head = '', body = ''] = response.split('\r\n\r\n');
    const [, ...lines] = head.split('\r\n');
    const headers = Object.fromEntries(
      lines.map((line) => line.split(/: (.*)/).slice(0, 2) as [string, string]),
    );
    const seen = { status: Number(head.split(' ')[1]), headers, text: body, json: JSON.parse(body) };
    assertDescribed({ method, url: path }, { ...seen, body });
    return {
      ...seen,
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
      ),
    };
  }

  async function secondResponse(send: () => Promise<HttpResponse>): Promise<HttpResponse> {
    await send();
    return send();
  }

  const tooManyRequests = (method: string, path: string, headers: Call['headers'] = {}) => {
    const twice = (key: string) =>
      secondResponse(() => overHttps.call(method, path, { key, headers: https }));
    return {
      rate_limit_exceeded: () => twice(account.key),
      too_many_auth_failures: () => twice('nonsense'),
      too_many_concurrent_requests: () => {
        jest
          .spyOn(service.get(EventLoopShares), 'start')
          .mockImplementationOnce((_payers, _start, giveUp) => giveUp(tooManyConcurrentRequests()));
        return call(method, path, { headers });
      },
    };
  };

  const once = (key: string, body: object, path = '') =>
    call('POST', `${BASE}${path}`, { body, headers: { 'idempotency-key': key } });
  const whileInUse = (send: () => Promise<HttpResponse>) =>
    whileInProgress(service, { accountId: account.id, client: account.keyId, key: 'in-use' }, send);

  const invalidRequests = (method: string, path: () => string, bodies: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(bodies).map(([name, body]) => [
        name,
        () =>
          call(method, path(), {
            body: Buffer.isBuffer(body) ? body : JSON.stringify(body),
            headers: jsonType,
          }),
      ]),
    );
  const merge = (item: string, target: string) =>
    call('PATCH', `${BASE}/${item}`, { body: { merged_into: target } });
  /** Creates two items and merges the first into the second. */
  async function mergedPair(externalId?: string): Promise<readonly [string, string]> {
    const create = async (body: object) => (await call('POST', BASE, { body })).json.data.id as string;
    const duplicate = await create({ title: 'T', ...(externalId && { external_id: externalId }) });
    const target = await create({ title: 'Target' });
    await merge(duplicate, target);
    return [duplicate, target];
  }
  const externalPath = (externalId: string) => `${BASE}/external/${encodeURIComponent(externalId)}`;
  const ifMatch = (etag: string): Call => ({ body: { title: 'T' }, headers: { 'if-match': etag } });
  const eventErrors = eventSenders(() => ({ service, client, account }));
  const tags = tagSenders(() => ({ service, client, account, withoutHost }));
  const imports = importSenders(() => ({ service, client, account, sendRaw }));

  const withTooManyTags = async (
    method: string,
    path: string,
    body: object = { title: 'T', tags: ['more'] },
  ) => client.call(method, path, { key: await keyWithAllTags({ service, client }), body });
  const applyIf = (line: object) => call('POST', `${BASE}/batch`, { body: { operations: [line] } });
  const requireIdentity = (isRequired: boolean) =>
    service.dataSource.query('UPDATE accounts SET form_require_identity = $2 WHERE id = $1', [
      account.id,
      isRequired,
    ]);
  const whenFull = async (send: () => Promise<HttpResponse>) => {
    const room = jest.spyOn(service.get(FullAccounts), 'assertBelowStorageLimit').mockImplementation(() => {
      throw storageLimitReached();
    });
    return send().finally(() => room.mockRestore());
  };
  const batchWithTooManyTags = () =>
    withTooManyTags('POST', `${BASE}/batch`, { updates: [{ id, tags: ['more'] }] });
  /** Functions that send the requests, by response component and example name. */
  const forbiddenToChange = {
    insufficient_permissions_read: () => client.call('DELETE', `${BASE}/${id}`, as('read')),
    insufficient_permissions_submit: () => client.call('PATCH', `${BASE}/${id}`, as('submit')),
    account_suspended: () => client.call('DELETE', `${BASE}/${id}`, as('suspended')),
    https_required: () => overHttps.call('DELETE', `${BASE}/${id}`),
  };
  const senders: Record<string, Record<string, () => Promise<HttpResponse>>> = {
    MalformedRequest: {
      malformed_url: () => call('GET', '/api/v1/%zz'),
      malformed_request: () => withoutHost('GET', '/api/v1/nothing'),
    },
    InvalidItemRequest: {
      unknown_parameter: () => call('GET', `${BASE}/${id}?page=2`),
      malformed_url: () => call('DELETE', `${BASE}/%zz`),
      malformed_request: () => withoutHost('GET', `${BASE}/${id}`),
    },
    InvalidDeletion: {
      unknown_parameter: () => call('DELETE', `${BASE}/${id}?page=2`),
      malformed_url: () => call('DELETE', `${BASE}/%zz`),
      malformed_request: () => withoutHost('DELETE', `${BASE}/${id}`),
      invalid_if_match: () => call('DELETE', `${BASE}/${id}`, { headers: { 'if-match': '1' } }),
    },
    InvalidListRequest: {
      ...Object.fromEntries(
        Object.entries(INVALID_QUERIES).map(([name, parameters]) => [
          name,
          () => call('GET', `${BASE}?${queryString(parameters)}`),
        ]),
      ),
      malformed_request: () => withoutHost('GET', BASE),
    },
    InvalidSimilarRequest: {
      ...Object.fromEntries(
        Object.entries(INVALID_SIMILAR).map(([name, parameters]) => [
          name,
          () => call('GET', `${BASE}/similar?${queryString(parameters)}`),
        ]),
      ),
      malformed_request: () => withoutHost('GET', `${BASE}/similar`),
    },
    InvalidNewFeedback: {
      ...invalidRequests('POST', () => BASE, INVALID_SUBMISSIONS),
      ...Object.fromEntries(
        Object.entries(INVALID_SOURCES).map(([name, parameters]) => [
          name,
          () => call('POST', `${BASE}?${queryString(parameters)}`, { body: {} }),
        ]),
      ),
      identity_invalid: () => call('POST', BASE, { body: { title: 'T', token: 'hello' } }),
      malformed_request: () => withoutHost('POST', BASE),
      invalid_idempotency_key: () => once('no key', { title: 'T' }),
    },
    InvalidBatch: {
      ...invalidRequests('POST', () => `${BASE}/batch`, INVALID_BATCHES),
      unknown_parameter: () => call('POST', `${BASE}/batch?page=2`, { body: {} }),
      malformed_request: () => withoutHost('POST', `${BASE}/batch`),
      invalid_idempotency_key: () => once('no key', { updates: [] }, '/batch'),
    },
    NewFeedbackConflict: {
      external_id_taken: () =>
        secondResponse(() => call('POST', BASE, { body: { title: 'T', external_id: 'taken' } })),
      idempotency_key_in_use: () => whileInUse(() => once('in-use', { title: 'T' })),
      idempotent_result_gone: async () => {
        const { data } = (await once('gone', { title: 'T' })).json;
        await call('DELETE', `${BASE}/${data.id}`);
        return once('gone', { title: 'T' });
      },
      tag_limit_reached: () => withTooManyTags('POST', BASE),
      storage_limit_reached: () => whenFull(() => call('POST', BASE, { body: { title: 'T' } })),
    },
    FeedbackOrTargetNotFound: {
      feedback_not_found: () => call('PATCH', `${BASE}/nothing`, { body: { title: 'T' } }),
      feedback_not_found_target: () => merge(id, 'nothing'),
    },
    FeedbackConflict: {
      external_id_taken: async () => {
        await call('POST', BASE, { body: { title: 'T', external_id: 'held' } });
        return call('PATCH', `${BASE}/${id}`, { body: { external_id: 'held' } });
      },
      feedback_merged: async () => {
        const [duplicate] = await mergedPair();
        return call('PATCH', `${BASE}/${duplicate}`, { body: { title: 'Other' } });
      },
      merge_conflict_itself: () => merge(id, id),
      merge_conflict_own_duplicate: async () =>
        merge(...((await mergedPair()).toReversed() as [string, string])),
      merge_conflict_merged_target: async () => merge(id, (await mergedPair())[0]),
      tag_limit_reached: () => withTooManyTags('PATCH', `${BASE}/${id}`),
      storage_limit_reached: () => whenFull(() => call('PATCH', `${BASE}/${id}`, { body: {} })),
    },
    UpsertConflict: {
      tag_limit_reached: () => withTooManyTags('PUT', externalPath('tagged')),
      storage_limit_reached: () =>
        whenFull(() => call('PUT', externalPath('full'), { body: { title: 'T' } })),
      feedback_merged: async () => {
        await mergedPair('merged');
        return call('PUT', externalPath('merged'), { body: { title: 'Other' } });
      },
    },
    BatchConflict: {
      tag_limit_reached: () => batchWithTooManyTags(),
      storage_limit_reached: () =>
        whenFull(() => call('POST', `${BASE}/batch`, { body: { updates: [{ id }] } })),
      feedback_merged: async () => {
        const [duplicate] = await mergedPair();
        const updates = [{ id: duplicate, title: 'Other' }];
        return call('POST', `${BASE}/batch`, { body: { updates } });
      },
      external_id_taken: async () => {
        await call('POST', BASE, { body: { title: 'T', external_id: 'batched' } });
        return call('POST', `${BASE}/batch`, { body: { updates: [{ id, external_id: 'batched' }] } });
      },
      merge_conflict: () => call('POST', `${BASE}/batch`, { body: { updates: [{ id, merged_into: id }] } }),
      idempotency_key_in_use: () => whileInUse(() => once('in-use', { updates: [{ id }] }, '/batch')),
      idempotent_result_gone: async () => {
        const { data } = (await call('POST', BASE, { body: { title: 'T' } })).json;
        const send = () => once('gone-updates', { updates: [{ id: data.id }] }, '/batch');
        await send();
        await call('DELETE', `${BASE}/${data.id}`);
        return send();
      },
    },
    InvalidUpsert: {
      ...invalidRequests('PUT', () => `${BASE}/external/invalid`, INVALID_UPSERTS),
      ...Object.fromEntries(
        Object.entries(INVALID_EXTERNAL_IDS).map(([name, externalId]) => [
          name,
          () => call('PUT', externalPath(externalId), { body: { title: 'T' } }),
        ]),
      ),
      unknown_parameter: () => call('PUT', `${BASE}/external/a?page=2`, { body: { title: 'T' } }),
      malformed_url: () => call('PUT', `${BASE}/external/%zz`),
      invalid_if_match: () => call('PUT', `${BASE}/external/a`, { body: {}, headers: { 'if-match': '1' } }),
      malformed_request: () => withoutHost('PUT', `${BASE}/external/a`),
    },
    UpsertMismatch: {
      etag_mismatch: async () => {
        await call('PUT', `${BASE}/external/mismatch`, { body: { title: 'T' } });
        return call('PUT', `${BASE}/external/mismatch`, ifMatch('"2"'));
      },
      etag_mismatch_weak: () => call('PUT', `${BASE}/external/mismatch`, ifMatch('W/"1"')),
      etag_mismatch_no_item: () => call('PUT', `${BASE}/external/nothing`, ifMatch('*')),
    },
    BatchItemsChanged: {
      etag_mismatch: () => applyIf({ method: 'delete', id, if_match: '99' }),
      etag_mismatch_weak: () => applyIf({ method: 'delete', id, if_match: 'W/"1"' }),
      etag_mismatch_no_item: () =>
        applyIf({ method: 'upsert', external_id: 'nothing', title: 'T', if_match: '*' }),
    },
    BatchItemsNotFound: {
      feedback_not_found: () => call('POST', `${BASE}/batch`, { body: NOT_FOUND_BATCH }),
    },
    IdempotencyConflict: {
      idempotency_key_in_use: () => whileInUse(() => once('in-use', { updates: [{ id }] }, '/batch')),
      idempotent_result_gone: async () => {
        const updates = [{ id: await create('T') }];
        await once('gone-batch', { updates }, '/batch');
        await call('DELETE', `${BASE}/${updates[0]!.id}`);
        return once('gone-batch', { updates }, '/batch');
      },
      tag_limit_reached: () => batchWithTooManyTags(),
      storage_limit_reached: () => whenFull(() => once('full-batch', { updates: [{ id }] }, '/batch')),
    },
    IdempotencyKeyReused: {
      idempotency_key_reused: async () => {
        await once('reused', { title: 'T' });
        return once('reused', { title: 'U' });
      },
    },
    InvalidFeedbackChange: {
      ...invalidRequests('PATCH', () => `${BASE}/${id}`, INVALID_CHANGES),
      unknown_parameter: () => call('PATCH', `${BASE}/${id}?page=2`, { body: {} }),
      malformed_url: () => call('PATCH', `${BASE}/%zz`),
      invalid_if_match: () => call('PATCH', `${BASE}/${id}`, { body: {}, headers: { 'if-match': '1' } }),
      malformed_request: () => withoutHost('PATCH', `${BASE}/${id}`),
    },
    Unauthorized: {
      api_key_missing: () => client.call('GET', BASE),
      api_key_invalid: () => client.call('GET', BASE, { key: 'nonsense' }),
      api_key_ambiguous: () =>
        client.call('GET', BASE, { headers: { 'x-api-key': [account.key, account.key] } }),
      api_key_revoked: () => client.call('GET', BASE, as('revoked')),
      api_key_expired: () => client.call('GET', BASE, as('expired')),
    },
    Forbidden: {
      account_suspended: () => client.call('GET', '/api/v1/nothing', as('suspended')),
      https_required: () => overHttps.call('GET', '/api/v1/nothing'),
    },
    ForbiddenToRead: {
      insufficient_permissions_submit: () => client.call('GET', BASE, as('submit')),
      account_suspended: () => client.call('GET', BASE, as('suspended')),
      https_required: () => overHttps.call('GET', BASE),
    },
    ForbiddenToSubmit: {
      insufficient_permissions_read: () => client.call('POST', BASE, { ...as('read'), body: { title: 'T' } }),
      insufficient_permissions_submit: () =>
        client.call('POST', BASE, { ...as('submit'), body: { title: 'T', status: 'new' } }),
      origin_not_allowed: () => client.call('POST', BASE, { key: keys['submit']!, body: { title: 'T' } }),
      identity_required: async () => {
        await requireIdentity(true);
        // What is known of another key can be a second old.
        const { key } = await service.issue(account.id, { permission: 'submit', origins: [ORIGIN] });
        try {
          return await client.call('POST', BASE, { key, headers: { origin: ORIGIN }, body: { title: 'T' } });
        } finally {
          await requireIdentity(false);
        }
      },
      account_suspended: () => client.call('POST', BASE, { ...as('suspended'), body: { title: 'T' } }),
      https_required: () => overHttps.call('POST', BASE),
    },
    ForbiddenToChange: forbiddenToChange,
    ForbiddenToNotify: {
      ...forbiddenToChange,
      mail_not_configured: () => call('PATCH', `${BASE}/${id}`, { body: { status: 'shipped', notify: {} } }),
    },
    TooManyMessages: tooManyRequests('PATCH', `${BASE}/nothing`),
    StatusMessageNotFound: {
      status_message_not_found: () => call('DELETE', `${BASE}/${id}/status-messages/nothing`),
    },
    StatusMessageSent: {
      already_sent: async () => {
        const admin = await service.connectAsAdmin();
        const { rows } = await admin.query<{ id: string }>(
          `INSERT INTO status_messages (account_id, id, feedback_id, state, previous_status, actor, created_at, due_at, asked, recipients)
           VALUES ($1, gen_random_uuid(), $2, 'cancelled', 'new', 'owner', now(), now(), 0, 0) RETURNING id`,
          [account.id, id],
        );
        return call('DELETE', `${BASE}/${id}/status-messages/${rows[0]!.id}`);
      },
    },
    UnknownEndpoint: { route_not_found: () => call('GET', '/api/v1/nothing') },
    MethodNotAllowed: { method_not_allowed: () => call('PUT', BASE) },
    InvalidKeyRequest: {
      unknown_parameter: () => call('GET', '/api/v1/key?page=2'),
      malformed_request: () => withoutHost('GET', '/api/v1/key'),
    },
    ...historySenders({ call, withoutHost, whenFull, whileInUse, item: () => `${BASE}/${id}` }),
    ...requestSenders({ service, call, withoutHost, whenFull, item: () => `${BASE}/${id}` }),
    ...changelogSenders({ service, call, withoutHost, whenFull }),
    ...publicCardSenders({
      call,
      withoutHost,
      whenFull,
      item: () => `${BASE}/${id}`,
      mergedItem: async () => `${BASE}/${(await mergedPair())[0]}`,
    }),
    ...voteSenders({
      call,
      withoutHost,
      whenFull,
      allowVotes: async (isAllowed) => {
        const statement = 'UPDATE accounts SET public_votes = $2 WHERE id = $1';
        await service.dataSource.query(statement, [account.id, isAllowed]);
      },
      forbidden: {
        insufficient_permissions_read: () => as('read'),
        origin_not_allowed: () => ({ key: keys['submit']! }),
        account_suspended: () => as('suspended'),
      },
      client,
      overHttps,
    }),
    ...externalIdSenders({ call, withoutHost }),
    FeedbackNotFound: { feedback_not_found: () => call('GET', `${BASE}/nothing`) },
    FeedbackChanged: {
      etag_mismatch: () => call('DELETE', `${BASE}/${id}`, { headers: { 'if-match': '"99"' } }),
      etag_mismatch_weak: () => call('DELETE', `${BASE}/${id}`, { headers: { 'if-match': 'W/"1"' } }),
    },
    PayloadTooLarge: { body_too_large: () => call('POST', BASE, large) },
    UnsupportedMediaType: {
      unsupported_content_type: () => call('POST', BASE, text),
      unsupported_content_encoding: () => call('POST', BASE, zipped),
    },
    UnsupportedPatchType: {
      unsupported_content_type: () => call('PATCH', `${BASE}/${id}`, text),
      unsupported_content_encoding: () => call('PATCH', `${BASE}/${id}`, zipped),
    },
    TooManyRequests: {
      ...tooManyRequests('GET', BASE),
    },
    InvalidExportRequest: {
      ...Object.fromEntries(
        Object.entries(INVALID_EXPORTS).map(([name, parameters]) => [
          name,
          () => call('GET', `${BASE}/export?${queryString(parameters)}`),
        ]),
      ),
      malformed_request: () => withoutHost('GET', `${BASE}/export`),
    },
    InvalidStatsRequest: {
      ...Object.fromEntries(
        Object.entries(INVALID_STATS).map(([name, parameters]) => [
          name,
          () => call('GET', `${BASE}/stats?${queryString(parameters)}`),
        ]),
      ),
      malformed_request: () => withoutHost('GET', `${BASE}/stats?metric=created`),
    },
    ExportInProgress: {
      export_in_progress: () => exportInProgressAt({ service, client, account }),
      ...tooManyRequests('GET', `${BASE}/export`),
    },
    TooManyExports: { too_many_exports: () => tooManyExportsAt({ service, client, account }) },
    ...webhookSenders(() => ({ service, client, account, withoutHost })),
    ...tags,
    TagsInUse: {
      ...tags.TagsInUse,
      ...tooManyRequests('DELETE', '/api/v1/tags/nothing'),
    },
    ...imports,
    RequestImportConflict: {
      ...imports['RequestImportConflict'],
      idempotency_key_in_use: () => whileInUse(() => once('in-use', { updates: [{ id }] }, '/batch')),
      idempotent_result_gone: async () => {
        const updates = [{ id: await create('T') }];
        await once('gone-requests', { updates }, '/batch');
        await call('DELETE', `${BASE}/${updates[0]!.id}`);
        return once('gone-requests', { updates }, '/batch');
      },
      storage_limit_reached: () => whenFull(() => once('full-requests', { updates: [{ id }] }, '/batch')),
    },
    ImportInProgress: {
      ...imports['ImportInProgress'],
      ...tooManyRequests('POST', `${BASE}/import`, { 'content-type': 'application/x-ndjson' }),
    },
    InvalidEventsRequest: {
      ...eventErrors.InvalidEventsRequest,
      malformed_request: () => withoutHost('GET', '/api/v1/events'),
    },
    CursorExpired: eventErrors.CursorExpired,
    TooManyStreams: {
      ...eventErrors.TooManyStreams,
      ...tooManyRequests('GET', '/api/v1/events'),
    },
    HeadersTooLarge: {
      headers_too_large: () => call('GET', BASE, { headers: { 'x-long': 'x'.repeat(17_000) } }),
    },
  };
  /**
   * Errors that no request can cause. outage.e2e.ts covers an unreachable database, and the contract of
   * `StatusMessageRepository` 50,000 messages.
   */
  const NOT_REQUESTABLE = [
    'TooManyMessages/notify_limit_exceeded',
    'InternalError/internal_error',
    'ServiceUnavailable/service_unavailable',
    'TooManyExports/service_unavailable',
    'TooManyImports/service_unavailable',
  ];

  const others = Object.entries(otherFailures).map(([name, { response }]) => [name, response] as const);
  const examples = [...Object.entries(document.components.responses), ...others].flatMap(
    ([response, { content }]) =>
      Object.entries(content?.['application/json']?.examples ?? {}).map(
        ([name, { value }]): [string, unknown, (() => Promise<HttpResponse>) | undefined] => [
          `${response}/${name}`,
          value,
          senders[response]?.[name],
        ],
      ),
  );
  const sent = examples.filter(([name]) => !NOT_REQUESTABLE.includes(name));

  it('have a request for each error', () => {
    expect(sent.filter(([, , send]) => !send).map(([name]) => name)).toEqual([]);
    const named = Object.entries(senders).flatMap(([response, byName]) =>
      Object.keys(byName).map((name) => `${response}/${name}`),
    );
    expect(named.sort()).toEqual(sent.map(([name]) => name).sort());
  });

  it.each(sent)('%s equals the response', async (name, value, send) => {
    const { status, headers, json } = await send!();
    expect(status).toBeGreaterThanOrEqual(400);
    const expected = {
      error: { ...(value as { error: object }).error, request_id: headers['x-request-id'] },
    };
    // Quotas, seconds, IDs of items, and origins differ.
    const words = (body: unknown) =>
      JSON.parse(
        JSON.stringify(body)
          .replace(/(exceeded: |Retry in |"merged_into":")[\w-]+/g, '$1#')
          .replace(/(?<="doc_url":")https?:\/\/[^/]+/, ''),
      );
    expect(words(json)).toEqual(words(expected));
  });

  const { post } = document.paths['/feedback']!;
  const { patch } = document.paths['/feedback/{id}']!;
  const bodiesOf = (operation: typeof post) =>
    Object.entries(operation!.requestBody!.content).flatMap(([type, { examples: bodyExamples }]) =>
      Object.entries(bodyExamples).map(([name, { value }]): [string, string, unknown] => [type, name, value]),
    );
  const { put } = document.paths['/feedback/external/{external_id}']!;
  const itemOf = (value: unknown) => (value as { data: Record<string, unknown> }).data;

  it.each(bodiesOf(post))('POST %s %s creates the item of the example', async (type, name, body) => {
    const response = await call('POST', BASE, {
      body: JSON.stringify(body),
      headers: { 'content-type': type },
    });
    expect(response.status).toBe(201);
    const created = post!.responses['201'] as {
      content: Record<string, { examples: Record<string, { value: unknown }> }>;
    };
    const example = itemOf(created.content['application/json']!.examples[name]!.value);
    const { id, created_at, updated_at } = itemOf(response.json);
    expect(itemOf(response.json)).toEqual({ ...example, id, created_at, updated_at });
  });

  it.each(bodiesOf(put))('PUT %s %s creates the item, then changes nothing', async (_type, name, body) => {
    const path = externalPath(`example/${name}`);
    const created = await call('PUT', path, { body });
    expect([created.status, itemOf(created.json)]).toEqual([201, expect.objectContaining(body as object)]);
    const repeated = await call('PUT', path, { body });
    expect([repeated.status, repeated.json]).toEqual([200, created.json]);
  });

  it.each(bodiesOf(patch))('PATCH %s %s makes the changes of the example', async (type, _name, body) => {
    const isMerge = Object.hasOwn(body as object, 'merged_into');
    const sent = { ...(body as object), ...(isMerge && { merged_into: await create('Target') }) };
    const response = await call('PATCH', `${BASE}/${await create('Dark mode')}`, {
      body: JSON.stringify(sent),
      headers: { 'content-type': type },
    });
    expect(response.status).toBe(200);
    expect(itemOf(response.json)).toMatchObject(sent);
  });

  it('of a batch make the changes of the examples, and its dry run changes nothing', async () => {
    const [one, two] = [await create('Dark mode'), await create('Export as CSV', 'planned')];
    const send = async (example: { value: object }) => {
      const ids = [one, two];
      const { updates, ...more } = example.value as { updates: object[] };
      const body = { ...more, updates: updates.map((line, i) => ({ ...line, id: ids[i] })) };
      return (await call('POST', `${BASE}/batch`, { body })).json;
    };
    const asked = await send(UPDATED_BY.dry_run);
    expect(asked).toMatchObject({ dry_run: true, changed: [{ id: one, fields: ['status'] }] });
    const done = await send(UPDATED_BY.statuses);
    expect(Object.keys(done)).toEqual(['data', 'changed']);
    const statuses = (json: { data: { status: string }[] }) => json.data.map(({ status }) => status);
    expect([statuses(asked), statuses(done)]).toEqual([
      ['planned', 'planned'],
      ['planned', 'planned'],
    ]);
  });

  it('of a batch create, update, and delete items with its operations', async () => {
    const id = await create('Dark mode');
    await call('POST', BASE, { body: { title: 'Old', external_id: 'ticket:12' } });
    const { operations } = UPDATED_BY.operations.value;
    const body = { operations: operations.map((line) => ('id' in line ? { ...line, id } : line)) };
    const { json } = await call('POST', `${BASE}/batch`, { body });
    expect(json.results.map(({ result }: { result: string }) => result)).toEqual([
      'created',
      'updated',
      'deleted',
    ]);
  });

  async function create(title: string, status = 'new'): Promise<string> {
    return (await call('POST', BASE, { body: { title, status } })).json.data.id;
  }
});
