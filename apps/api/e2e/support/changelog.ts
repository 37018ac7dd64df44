import { alreadySent, ChangelogUseCases, tooManyEntries } from '@libs/feedback';
import {
  INVALID_ENTRY_CHANGES,
  INVALID_ENTRY_PAGES,
  INVALID_NEW_ENTRIES,
} from '../../src/changelog/changelog.openapi';
import type { Call, HttpResponse } from './client';
import { queryString } from './query';
import type { Service } from './service';

type Send = () => Promise<HttpResponse>;

interface Context {
  readonly service: Service;
  readonly call: (method: string, path: string, call?: Call) => Promise<HttpResponse>;
  readonly withoutHost: (method: string, path: string) => Promise<HttpResponse>;
  readonly whenFull: (send: Send) => Promise<HttpResponse>;
}

const CHANGELOG = '/api/v1/changelog';
const UNKNOWN = '019cb31f-1280-7c3d-8e9f-0a1b2c3d4e5f';

/** Requests that return the error examples of the changelog, by response component. */
export function changelogSenders({ service, call, withoutHost, whenFull }: Context) {
  const create = (body: object) => call('POST', CHANGELOG, { body });
  const patch = (id: string, body: object) => call('PATCH', `${CHANGELOG}/${id}`, { body });
  const idOf = async (): Promise<string> => (await create({ title: 'Dark theme' })).json.data.id;
  const of = <T>(values: Readonly<Record<string, T>>, send: (value: T) => Promise<HttpResponse>) =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]): [string, Send] => [name, () => send(value)]),
    );
  const withBody = (method: string, path: string) => (body: unknown) =>
    call(method, path, {
      body: Buffer.isBuffer(body) ? body : JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    });
  const inPath = (method: string, call: (path: string) => Promise<HttpResponse>) => ({
    unknown_parameter: () => call(`${CHANGELOG}/${UNKNOWN}?page=2`),
    malformed_url: () => call(`${CHANGELOG}/%zz`),
    malformed_request: () => withoutHost(method, `${CHANGELOG}/${UNKNOWN}`),
  });
  const missing = { changelog_entry_not_found: () => call('GET', `${CHANGELOG}/${UNKNOWN}`) };
  return {
    InvalidChangelogRequest: {
      ...of(INVALID_ENTRY_PAGES, (query) => call('GET', `${CHANGELOG}?${queryString(query)}`)),
      malformed_request: () => withoutHost('GET', CHANGELOG),
    },
    InvalidEntryRequest: inPath('DELETE', (path) => call('DELETE', path)),
    InvalidNewEntry: {
      ...of(INVALID_NEW_ENTRIES, withBody('POST', CHANGELOG)),
      unknown_parameter: () => call('POST', `${CHANGELOG}?page=2`, { body: { title: 'T' } }),
      malformed_request: () => withoutHost('POST', CHANGELOG),
    },
    InvalidEntryChange: {
      ...of(INVALID_ENTRY_CHANGES, withBody('PATCH', `${CHANGELOG}/${UNKNOWN}`)),
      ...inPath('PATCH', (path) => call('PATCH', path, { body: {} })),
    },
    EntryItemsNotFound: { feedback_not_found: () => create({ title: 'T', items: [UNKNOWN] }) },
    EntryNotFound: missing,
    EntryOrItemsNotFound: {
      ...missing,
      feedback_not_found: async () => patch(await idOf(), { items: [UNKNOWN] }),
    },
    EntryLimitReached: {
      changelog_limit_reached: () => {
        jest.spyOn(service.get(ChangelogUseCases), 'create').mockRejectedValueOnce(tooManyEntries());
        return create({ title: 'T' });
      },
      storage_limit_reached: () => whenFull(() => create({ title: 'T' })),
    },
    EntryNotChanged: {
      storage_limit_reached: async () => {
        const id = await idOf();
        return whenFull(() => patch(id, { title: 'T' }));
      },
      already_sent: async () => {
        jest.spyOn(service.get(ChangelogUseCases), 'change').mockRejectedValueOnce(alreadySent());
        return patch(await idOf(), { notify: false });
      },
    },
  };
}
