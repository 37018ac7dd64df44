import {
  API_KEY,
  clientOn,
  errorResponse,
  FakePlatform,
  jsonResponse,
  networkFailure,
  ScriptedService,
  type Step,
} from '../../testing';
import type { FeedbackClient } from '../rest/client';

const ID = '019cb845-2a00-7c3d-8e9f-0a1b2c3d4e60';
const ENTRY = { title: 'Dark theme', items: [ID] };

function createClient(...steps: Step[]) {
  const service = new ScriptedService(...steps);
  const options = { baseUrl: 'https://feedback.example.com', apiKey: API_KEY, fetch: service.fetch };
  return { service, client: clientOn(options, new FakePlatform()) };
}

describe('changelog', () => {
  it.each<[string, (client: FeedbackClient) => Promise<unknown>, object | null]>([
    ['GET /changelog', ({ changelog }) => changelog.list(), null],
    [
      'GET /changelog?status=draft&cursor=c',
      ({ changelog }) => changelog.list({ status: 'draft', cursor: 'c' }),
      null,
    ],
    [`GET /changelog/${ID}`, ({ changelog }) => changelog.get(ID), null],
    ['POST /changelog', ({ changelog }) => changelog.create(ENTRY), ENTRY],
    [
      `PATCH /changelog/${ID}`,
      ({ changelog }) => changelog.update(ID, { status: 'published', set_shipped: true }),
      { status: 'published', set_shipped: true },
    ],
  ])('sends %s', async (request, send, body) => {
    const response = { data: [] };
    const { service, client } = createClient(jsonResponse(response));
    expect(await send(client)).toEqual(response);
    const [{ method, path, text }] = service.requests as [(typeof service.requests)[0]];
    expect(`${method} ${path}`).toBe(request);
    expect(text === '' ? null : JSON.parse(text)).toEqual(body);
  });

  it('yields all entries, page by page', async () => {
    const page = (data: unknown[], next_cursor: string | null) =>
      jsonResponse({ data, pagination: { limit: 100, has_more: next_cursor !== null, next_cursor } });
    const { service, client } = createClient(page([1], 'c1'), page([2], null));
    const found: unknown[] = [];
    for await (const entry of client.changelog.listAll({ status: 'published' })) found.push(entry);
    expect(found).toEqual([1, 2]);
    expect(service.requests.map(({ path }) => path)).toEqual([
      '/changelog?status=published&limit=100',
      '/changelog?status=published&limit=100&cursor=c1',
    ]);
  });

  it('does not create an entry twice', async () => {
    const { service, client } = createClient(networkFailure());
    await expect(client.changelog.create(ENTRY)).rejects.toThrow();
    expect(service.requests).toHaveLength(1);
  });

  it('deletes an entry, also if the first response is lost', async () => {
    const { service, client } = createClient(
      networkFailure(),
      errorResponse(404, 'changelog_entry_not_found'),
    );
    await client.changelog.delete(ID);
    expect(service.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      `DELETE /changelog/${ID}`,
      `DELETE /changelog/${ID}`,
    ]);
    await expect(client.changelog.delete('abc/..')).rejects.toThrow(TypeError);
  });
});
