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
const NOTE = '019cb7f6-9b40-7c3d-8e9f-0a1b2c3d4e5f';

function createClient(...steps: Step[]) {
  const service = new ScriptedService(...steps);
  const options = { baseUrl: 'https://feedback.example.com', apiKey: API_KEY, fetch: service.fetch };
  return { service, client: clientOn(options, new FakePlatform()) };
}

describe('notes and history', () => {
  it.each<[string, (client: FeedbackClient) => Promise<unknown>, object | null]>([
    [`GET /feedback/${ID}/notes`, (client) => client.notes.list(ID), null],
    [
      `GET /feedback/${ID}/notes?limit=5&cursor=c`,
      (client) => client.notes.list(ID, { limit: 5, cursor: 'c' }),
      null,
    ],
    [`POST /feedback/${ID}/notes`, (client) => client.notes.create(ID, 'Ask Ada'), { text: 'Ask Ada' }],
    [
      `POST /feedback/${ID}/notes`,
      (client) => client.notes.createAll(ID, [{ text: 'Ask Ada', author_name: 'Grace' }]),
      { notes: [{ text: 'Ask Ada', author_name: 'Grace' }] },
    ],
    [
      `POST /feedback/${ID}/notes`,
      (client) => client.notes.create(ID, { text: 'a', created_at: '2024-03-04T09:00:00Z' }),
      { text: 'a', created_at: '2024-03-04T09:00:00Z' },
    ],
    [`GET /feedback/${ID}/history?limit=5`, (client) => client.history(ID, { limit: 5 }), null],
  ])('sends %s', async (request, send, body) => {
    const response = { data: [] };
    const { service, client } = createClient(jsonResponse(response));
    expect(await send(client)).toEqual(response);
    const [{ method, path, text }] = service.requests as [(typeof service.requests)[0]];
    expect(`${method} ${path}`).toBe(request);
    expect(text === '' ? null : JSON.parse(text)).toEqual(body);
  });

  it('deletes a note, also if a lost response had deleted it', async () => {
    const { service, client } = createClient(networkFailure(), errorResponse(404, 'note_not_found'));
    await client.notes.delete(ID, NOTE);
    expect(service.requests.map(({ method, path }) => `${method} ${path}`)).toEqual(
      Array(2).fill(`DELETE /feedback/${ID}/notes/${NOTE}`),
    );
  });

  it('repeats a request that may have written notes with its key', async () => {
    const { service, client } = createClient(networkFailure(), jsonResponse({ data: {} }));
    await client.notes.create(ID, 'Ask Ada');
    await client.notes.createAll(ID, [{ text: 'a' }], { idempotencyKey: 'mine' });
    const keys = service.requests.map(({ headers }) => headers.get('idempotency-key'));
    expect(keys).toEqual(['key-1', 'key-1', 'mine']);
  });

  it.each(['', '..', 'x'])('rejects the malformed ID %j without a request', async (id) => {
    const { service, client } = createClient(jsonResponse({ data: {} }));
    await expect(async () => client.history(id)).rejects.toThrow('id must be the ID of a feedback item');
    await expect(async () => client.notes.list(id)).rejects.toThrow('id must be the ID of a feedback item');
    await expect(async () => client.notes.delete(ID, id)).rejects.toThrow('id must be the ID of a note');
    expect(service.requests).toEqual([]);
  });
});
