import {
  API_KEY,
  clientOn,
  FakePlatform,
  jsonResponse,
  networkFailure,
  ScriptedService,
} from '../../testing';

const ID = '019cb323-e500-7a11-9c4d-5e6f708192a3';

function createClient(...steps: ConstructorParameters<typeof ScriptedService>) {
  const service = new ScriptedService(...steps);
  const options = { baseUrl: 'https://feedback.example.com', apiKey: API_KEY, fetch: service.fetch };
  return { service, client: clientOn(options, new FakePlatform()) };
}

describe('requests', () => {
  it('lists and adds requests', async () => {
    const response = { data: [] };
    const { service, client } = createClient(jsonResponse(response), jsonResponse(response));
    expect(await client.requests.list(ID, { limit: 5 })).toEqual(response);
    expect(await client.requests.add(ID, [{ company: 'Acme' }], { source: 'mcp' })).toEqual(response);
    expect(service.requests.map(({ method, path, text }) => [method, path, text])).toEqual([
      ['GET', `/feedback/${ID}/requests?limit=5`, ''],
      ['POST', `/feedback/${ID}/requests?source=mcp`, '{"requests":[{"company":"Acme"}]}'],
    ]);
  });

  it('does not repeat a request that may have been added', async () => {
    const { service, client } = createClient(networkFailure(), jsonResponse({ data: [] }));
    await expect(client.requests.add(ID, [{ company: 'Acme' }])).rejects.toThrow();
    expect(service.requests).toHaveLength(1);
  });
});
