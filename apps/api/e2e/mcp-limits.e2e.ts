import { Client, type Answer } from './support/client';
import { callTool, oldRpc, rpc } from './support/mcp';
import { Service } from './support/service';

const LIMITS = { RATE_LIMIT_HOUR_FREE: '100', RATE_LIMIT_MINUTE_FREE: '4' };

/** Calls of tools and requests of the API take from one bucket (API.md 2.3). */
describe.each(['memory', 'postgres'])('the limits of MCP, counted in %s', (store) => {
  let service: Service;
  let client: Client;
  let key: string;

  beforeAll(async () => {
    service = await Service.start({ ...LIMITS, RATE_LIMIT_STORE: store });
    client = new Client(service.origin);
  });
  afterAll(async () => {
    client.close();
    await service.stop();
  });
  beforeEach(async () => {
    ({ key } = await service.account());
  });

  const left = ({ headers }: Answer) => Number(headers['x-ratelimit-remaining']);
  const call = (name = 'list_feedback', args?: object) => callTool(client, key, name, args);
  const rest = () => client.call('GET', '/api/v1/feedback', { key });
  const REFUSAL =
    /^rate_limit_error: Rate limit exceeded: 4 requests per minute\. Retry in ([1-5]?\d|60) seconds\.$/;

  it('are those of the API', async () => {
    expect([left(await call()), left(await rest()), left(await call()), left(await rest())]).toEqual([
      3, 2, 1, 0,
    ]);
    const refused = await call('create_feedback', { title: 'Too many' });
    expect(refused.status).toBe(200);
    expect(refused.json.result).toMatchObject({ isError: true, resultType: 'complete' });
    expect(refused.json.result.content[0].text).toMatch(REFUSAL);
    expect(refused.headers).toMatchObject({
      'ratelimit-policy': '"hour";q=100;w=3600, "minute";q=4;w=60',
      ratelimit: expect.stringMatching(/^"hour";r=96;t=\d+, "minute";r=0;t=\d+$/),
      'x-ratelimit-limit': '4',
      'x-ratelimit-remaining': '0',
    });
    expect((await rest()).status).toBe(429);
    const { json } = await callTool(client, (await service.account()).key, 'list_feedback');
    expect(json.result.isError).toBeFalsy();
  });

  it('cost nothing to look, and are told all the same', async () => {
    const params = {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'x', version: '1' },
    };
    for (let i = 0; i < 5; i++) {
      for (const answer of [
        await rpc(client, 'server/discover', { key }),
        await rpc(client, 'tools/list', { key }),
        await oldRpc(client, 'initialize', { key, params }),
        await oldRpc(client, 'tools/list', { key }),
        await oldRpc(client, 'ping', { key }),
        await rpc(client, 'nothing', { key }),
      ]) {
        expect(left(answer)).toBe(4);
      }
    }
    expect(left(await call())).toBe(3);
    expect(left(await rpc(client, 'tools/list', { key }))).toBe(3);
  });

  it('count a call that was wrong, and refuse before they look at what was asked', async () => {
    await call('list_feedback', { limit: 0 });
    await call('get_feedback', { id: 'nothing' });
    await call('drop_feedback');
    expect(left(await call('create_feedback', {}))).toBe(0);
    expect((await call('create_feedback', {})).json.result.content[0].text).toMatch(REFUSAL);
    const listed = await rpc(client, 'tools/list', { key });
    expect([listed.status, left(listed)]).toEqual([200, 0]);
  });

  it('count each call of a batch', async () => {
    const message = (id: number) => ({
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: { name: 'create_feedback', arguments: { title: `${id}` } },
    });
    const batch = Array.from({ length: 6 }, (_, i) => message(i));
    const answer = await client.call('POST', '/mcp', { key, body: batch });
    const errors = answer.json.map(
      ({ result }: { result: { isError?: boolean } }) => result.isError === true,
    );
    expect(errors).toEqual([false, false, false, false, true, true]);
    expect(left(answer)).toBe(0);
  });

  it('let no more through at once than one by one', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) => call('create_feedback', { title: `${i}` })),
    );
    expect(answers.filter(({ json }) => !json.result.isError)).toHaveLength(4);
  });
});
