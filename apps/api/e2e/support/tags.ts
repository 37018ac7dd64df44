import { INVALID_TAG_CHANGES } from '../../src/tags/tags.openapi';
import type { Client, HttpResponse } from './client';
import { whileImporting } from './import';
import type { Account, Service } from './service';

const TAGS = '/api/v1/tags';
const BASE = '/api/v1/feedback';
const UNKNOWN = '019cb31f-1280-7c3d-8e9f-0a1b2c3d4e5f';

interface TagsContext {
  readonly service: Service;
  readonly client: Client;
  readonly account: Account;
  /** Sends a request without `Host`. */
  withoutHost(method: string, path: string): Promise<HttpResponse>;
}

/** Creates an account with the maximum number of tags. Returns its key. */
export async function keyWithAllTags({
  service,
  client,
}: Pick<TagsContext, 'service' | 'client'>): Promise<string> {
  const { key } = await service.account();
  const rows = Array.from({ length: 25 }, (_, i) => {
    const tags = Array.from({ length: 20 }, (_, j) => `tag ${20 * i + j}`);
    return JSON.stringify({ title: 'T', tags });
  });
  const headers = { 'content-type': 'application/x-ndjson' };
  const { status } = await client.call('POST', `${BASE}/import`, { key, headers, body: rows.join('\n') });
  if (status !== 200) throw new Error(`The import returned ${status}`);
  return key;
}

/** Functions that send invalid requests for tags, by response component and example name. */
export function tagSenders(context: () => TagsContext) {
  const call = (method: string, path: string, body?: unknown) =>
    context().client.call(method, path, {
      key: context().account.key,
      ...(body !== undefined && { body, headers: { 'content-type': 'application/json' } }),
    });
  const inPath = {
    unknown_parameter: () => call('DELETE', `${TAGS}/${UNKNOWN}?page=2`),
    malformed_url: () => call('DELETE', `${TAGS}/%zz`),
    malformed_request: () => context().withoutHost('DELETE', `${TAGS}/${UNKNOWN}`),
  };
  const changes = Object.entries(INVALID_TAG_CHANGES).map(([name, body]) => [
    name,
    () => call('PATCH', `${TAGS}/${UNKNOWN}`, Buffer.isBuffer(body) ? body : JSON.stringify(body)),
  ]);
  return {
    InvalidTagListRequest: {
      unknown_parameter: () => call('GET', `${TAGS}?page=2`),
      malformed_request: () => context().withoutHost('GET', TAGS),
    },
    InvalidTagRequest: inPath,
    InvalidTagChange: {
      ...(Object.fromEntries(changes) as Record<string, () => Promise<HttpResponse>>),
      unknown_parameter: () => call('PATCH', `${TAGS}/${UNKNOWN}?page=2`, '{}'),
      malformed_url: () => call('PATCH', `${TAGS}/%zz`, '{}'),
      malformed_request: () => context().withoutHost('PATCH', `${TAGS}/${UNKNOWN}`),
    },
    TagNotFound: { tag_not_found: () => call('DELETE', `${TAGS}/${UNKNOWN}`) },
    TagsInUse: {
      import_in_progress: () => whileImporting(context(), () => call('DELETE', `${TAGS}/${UNKNOWN}`)),
    },
  };
}
