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

const ID = '019cb323-e500-7a11-9c4d-5e6f708192a3';
const REQUEST = '019cb7f6-9b40-7c3d-8e9f-0a1b2c3d4e5f';
const EVE = { email: 'eve@example.com', value: 1200 };
const REQUESTS = `/feedback/${ID}/requests`;

function createClient(...steps: Step[]) {
  const service = new ScriptedService(...steps);
  const options = { baseUrl: 'https://feedback.example.com', apiKey: API_KEY, fetch: service.fetch };
  return { service, client: clientOn(options, new FakePlatform()) };
}

describe('requests', () => {
  it.each<[string, (client: FeedbackClient) => Promise<unknown>, object | null]>([
    [`GET ${REQUESTS}`, ({ requests }) => requests.list(ID), null],
    [
      `GET ${REQUESTS}?limit=5&cursor=c`,
      ({ requests }) => requests.list(ID, { limit: 5, cursor: 'c' }),
      null,
    ],
    [`GET ${REQUESTS}/${REQUEST}`, ({ requests }) => requests.get(ID, REQUEST), null],
    [
      `POST ${REQUESTS}`,
      ({ requests }) => requests.addAll(ID, [EVE, { count: 2 }]),
      { requests: [EVE, { count: 2 }] },
    ],
    [
      `POST ${REQUESTS}?source=mcp`,
      ({ requests }) => requests.addAll(ID, [EVE], { source: 'mcp' }),
      { requests: [EVE] },
    ],
    [
      `PATCH ${REQUESTS}/${REQUEST}`,
      ({ requests }) => requests.update(ID, REQUEST, { name: null }),
      { name: null },
    ],
  ])('sends %s', async (request, send, body) => {
    const response = { data: [] };
    const { service, client } = createClient(jsonResponse(response));
    expect(await send(client)).toEqual(response);
    const [{ method, path, text }] = service.requests as [(typeof service.requests)[0]];
    expect(`${method} ${path}`).toBe(request);
    expect(text === '' ? null : JSON.parse(text)).toEqual(body);
  });

  it('adds one, and says whether it is new', async () => {
    const { service, client } = createClient(jsonResponse({ data: EVE }, 201), jsonResponse({ data: EVE }));
    expect(await client.requests.add(ID, EVE, { source: 'mcp' })).toEqual({ data: EVE, created: true });
    expect(await client.requests.add(ID, EVE)).toEqual({ data: EVE, created: false });
    expect(service.requests.map(({ method, path, text }) => [method, path, JSON.parse(text)])).toEqual([
      ['POST', `${REQUESTS}?source=mcp`, EVE],
      ['POST', REQUESTS, EVE],
    ]);
  });

  it('yields all, page by page', async () => {
    const page = (data: unknown[], next_cursor: string | null) =>
      jsonResponse({ data, pagination: { limit: 1, has_more: next_cursor !== null, next_cursor } });
    const { service, client } = createClient(page([1], 'c1'), page([2], null));
    const found: unknown[] = [];
    for await (const request of client.requests.listAll(ID)) found.push(request);
    expect(found).toEqual([1, 2]);
    expect(service.requests.map(({ path }) => path)).toEqual([
      `${REQUESTS}?limit=100`,
      `${REQUESTS}?limit=100&cursor=c1`,
    ]);
    const repeated = createClient(page([1], 'c1'), page([2], 'c1'));
    const all = async () => {
      for await (const _ of repeated.client.requests.listAll(ID, { limit: 1 }));
    };
    await expect(all()).rejects.toMatchObject({ code: 'unexpected_answer' });
    expect(repeated.service.requests[0]!.path).toBe(`${REQUESTS}?limit=1`);
  });

  it('repeats an addition if each request has an address', async () => {
    for (const send of [
      ({ requests }: FeedbackClient) => requests.add(ID, EVE),
      ({ requests }: FeedbackClient) => requests.addAll(ID, [EVE, EVE]),
    ]) {
      const { service, client } = createClient(networkFailure(), jsonResponse({ data: EVE }));
      await send(client);
      expect(service.requests).toHaveLength(2);
    }
  });

  it('does not repeat an addition without an address that may have been handled', async () => {
    for (const send of [
      ({ requests }: FeedbackClient) => requests.add(ID, { count: 2 }),
      ({ requests }: FeedbackClient) => requests.addAll(ID, [EVE, { email: null }]),
    ]) {
      const { service, client } = createClient(networkFailure(), jsonResponse({ data: EVE }));
      await expect(send(client)).rejects.toThrow();
      expect(service.requests).toHaveLength(1);
      const limited = createClient(errorResponse(429, 'rate_limit_exceeded'), jsonResponse({ data: EVE }));
      await send(limited.client);
      expect(limited.service.requests).toHaveLength(2);
    }
  });

  it('deletes a request, also if a lost response had deleted it', async () => {
    const { service, client } = createClient(networkFailure(), errorResponse(404, 'request_not_found'));
    await client.requests.delete(ID, REQUEST);
    expect(service.requests.map(({ method, path }) => `${method} ${path}`)).toEqual(
      Array(2).fill(`DELETE ${REQUESTS}/${REQUEST}`),
    );
  });

  it.each(['', '..', 'x'])('rejects the malformed ID %j without a request', async (id) => {
    const { service, client } = createClient(jsonResponse({ data: {} }));
    const { requests } = client;
    const ofItem = 'id must be the ID of a feedback item';
    const ofRequest = 'id must be the ID of a request';
    await expect(async () => requests.list(id)).rejects.toThrow(ofItem);
    await expect(async () => requests.add(id, EVE)).rejects.toThrow(ofItem);
    await expect(async () => requests.get(ID, id)).rejects.toThrow(ofRequest);
    await expect(async () => requests.update(ID, id, {})).rejects.toThrow(ofRequest);
    await expect(async () => requests.delete(ID, id)).rejects.toThrow(ofRequest);
    expect(service.requests).toEqual([]);
  });
});
