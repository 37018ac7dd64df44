import {
  API_KEY,
  errorResponse,
  jsonResponse,
  networkFailure,
  ScriptedService,
  type Step,
} from '../../testing/scripted-service';
import { clientOn } from '../../testing/client-on';

const ITEM = { id: '0198c0de-7a1b-7c3d-8e9f-0a1b2c3d4e5f', title: 'Dark mode' };
const item = (status = 200) => jsonResponse({ data: ITEM }, status, { etag: '"2"' });

function createClient(...steps: Step[]) {
  const service = new ScriptedService(...steps);
  const options = { baseUrl: 'https://a.example', apiKey: API_KEY, fetch: service.fetch };
  return { service, client: clientOn(options, { sleep: () => Promise.resolve() }) };
}
const sent = ({ requests }: ScriptedService) =>
  requests.map(({ method, path, text, headers }) => [method, path, text, headers.get('if-match')]);

describe('external (items.md 10)', () => {
  it('reads, updates, and deletes items, and sends external IDs percent-encoded', async () => {
    const { service, client } = createClient(item(), item(), jsonResponse(null, 204));
    expect(await client.external.get('desk/17 ä?')).toEqual({ data: ITEM, etag: '"2"' });
    const updated = await client.external.update('17', { external_id: null }, { ifMatch: '"1"' });
    expect(updated).toEqual({ data: ITEM, etag: '"2"' });
    await client.external.delete('%2e', { ifMatch: '"2"' });
    expect(sent(service)).toEqual([
      ['GET', '/feedback/external/desk%2F17%20%C3%A4%3F', '', null],
      ['PATCH', '/feedback/external/17', '{"external_id":null}', '"1"'],
      ['DELETE', '/feedback/external/%252e', '', '"2"'],
    ]);
  });

  it('counts an item as deleted if only a retry does not find it', async () => {
    const missing = errorResponse(404, 'feedback_not_found');
    const retried = createClient(networkFailure(), missing);
    await expect(retried.client.external.delete('17')).resolves.toBeUndefined();
    await expect(createClient(missing).client.external.delete('17')).rejects.toMatchObject({ status: 404 });
  });

  it.each(['', '.', '..', '\ud800'])(
    'rejects the external ID %j, which no path can contain, without a request',
    async (externalId) => {
      const { service, client } = createClient(item());
      await expect(client.external.get(externalId)).rejects.toThrow(TypeError);
      await expect(client.external.update(externalId, {})).rejects.toThrow(TypeError);
      await expect(client.external.delete(externalId)).rejects.toThrow(TypeError);
      expect(service.requests).toEqual([]);
    },
  );
});

describe('upsert', () => {
  it.each(['', '.', '..', '\ud800'])(
    'sends the external ID %j, which no path can contain, in the body',
    async (externalId) => {
      const { service, client } = createClient(item(201));
      const result = await client.upsert(externalId, { title: 'Dark mode' }, { ifMatch: '*' });
      expect(result).toEqual({ data: ITEM, etag: '"2"', created: true });
      const [[method, path, text, ifMatch]] = sent(service) as [string[]];
      expect([method, path, ifMatch]).toEqual(['PUT', '/feedback/external', '*']);
      expect(JSON.parse(text!)).toEqual({ title: 'Dark mode', external_id: externalId });
    },
  );
});
