import { API_KEY, clientOn, FakePlatform, jsonResponse, ScriptedService } from '../../testing';

const ID = '019cb323-e500-7a11-9c4d-5e6f708192a3';
const ITEM = { data: { id: ID } };

function createClient() {
  const service = new ScriptedService(jsonResponse(ITEM, 200, { etag: '"2"' }));
  const options = { baseUrl: 'https://feedback.example.com', apiKey: API_KEY, fetch: service.fetch };
  return { service, client: clientOn(options, new FakePlatform()) };
}

/** public.md 1 */
describe('cards', () => {
  const CARD = { title: 'Dark theme', text: 'For nights' };

  it('publish an item', async () => {
    const { service, client } = createClient();
    expect(await client.cards.publish(ID, CARD, { ifMatch: '"1"' })).toEqual({ ...ITEM, etag: '"2"' });
    const [request] = service.requests;
    expect(request).toMatchObject({ method: 'PUT', path: `/feedback/${ID}/public` });
    expect(JSON.parse(request!.text)).toEqual(CARD);
    expect(request!.headers.get('if-match')).toBe('"1"');
  });

  it('end', async () => {
    const { service, client } = createClient();
    expect(await client.cards.end(ID)).toEqual({ ...ITEM, etag: '"2"' });
    expect(service.requests).toMatchObject([{ method: 'DELETE', path: `/feedback/${ID}/public` }]);
  });

  it('have no malformed ID', async () => {
    const { client } = createClient();
    await expect(client.cards.publish('..', CARD)).rejects.toThrow(TypeError);
  });
});
