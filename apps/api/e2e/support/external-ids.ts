import {
  INVALID_CHANGES,
  INVALID_EXTERNAL_IDS,
  INVALID_UPSERTS_BY_BODY,
} from '../../src/items/items.openapi';
import type { Call, HttpResponse } from './client';

interface ExternalIdsContext {
  call(method: string, path: string, call?: Call): Promise<HttpResponse>;
  /** Sends a request without `Host`. */
  withoutHost(method: string, path: string): Promise<HttpResponse>;
}

const BASE = '/api/v1/feedback/external';

/** Functions that send invalid requests for items by external ID, by response component and example name. */
export function externalIdSenders({ call, withoutHost }: ExternalIdsContext) {
  const headers = { 'content-type': 'application/json' };
  const invalidBodies = (method: string, path: string, bodies: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(
      Object.entries(bodies).map(([name, body]) => [
        name,
        () => call(method, path, { body: Buffer.isBuffer(body) ? body : JSON.stringify(body), headers }),
      ]),
    );
  const invalidPaths = (method: string, more: Call = {}) => ({
    ...Object.fromEntries(
      Object.entries(INVALID_EXTERNAL_IDS).map(([name, externalId]) => [
        name,
        () => call(method, `${BASE}/${encodeURIComponent(externalId)}`, more),
      ]),
    ),
    unknown_parameter: () => call(method, `${BASE}/a?page=2`, more),
    malformed_url: () => call(method, `${BASE}/%zz`, more),
    malformed_request: () => withoutHost(method, `${BASE}/a`),
  });
  const invalidIfMatch = (method: string, path: string, more: Call = {}) => ({
    invalid_if_match: () => call(method, path, { ...more, headers: { 'if-match': '1' } }),
  });
  return {
    InvalidExternalId: invalidPaths('GET'),
    InvalidChangeByExternalId: {
      ...invalidBodies('PATCH', `${BASE}/a`, INVALID_CHANGES),
      ...invalidPaths('PATCH', { body: {} }),
      ...invalidIfMatch('PATCH', `${BASE}/a`, { body: {} }),
    },
    InvalidDeletionByExternalId: { ...invalidPaths('DELETE'), ...invalidIfMatch('DELETE', `${BASE}/a`) },
    InvalidUpsertByBody: {
      ...invalidBodies('PUT', BASE, INVALID_UPSERTS_BY_BODY),
      unknown_parameter: () => call('PUT', `${BASE}?page=2`, { body: { external_id: 'a', title: 'T' } }),
      malformed_request: () => withoutHost('PUT', BASE),
      ...invalidIfMatch('PUT', BASE, { body: {} }),
    },
  };
}
