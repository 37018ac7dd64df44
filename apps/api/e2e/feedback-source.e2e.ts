import type { HttpResponse, Call } from './support/client';
import type { Account } from './support/service';
import { useService } from './support/use-service';

/** The parameter that MCP tools over stdio send (items.md 4). */
describe('POST /api/v1/feedback?source=mcp', () => {
  const { service, client } = useService();
  let account: Account;

  beforeEach(async () => (account = await service.account()));

  const base = '/api/v1/feedback';
  const post = (query: string, more: Call = {}) =>
    client.call('POST', `${base}${query}`, { key: account.key, body: { title: 'Dark mode' }, ...more });
  const once = (query: string, name = 'k', more: Call = {}) =>
    post(query, { ...more, headers: { 'idempotency-key': name } });
  const count = async () =>
    (await client.call('GET', `${base}?include_total=true`, { key: account.key })).json.pagination.total;
  const errorOf = ({ status, json: { error } }: HttpResponse) => [
    status,
    error.code,
    error.param,
    error.message,
  ];

  it('creates an item with source mcp, and with source api without the parameter', async () => {
    const { status, json, headers } = await post('?source=mcp');
    expect([status, json.data.source, headers['etag']]).toEqual([201, 'mcp', '"1"']);
    const read = await client.call('GET', `${base}/${json.data.id}`, { key: account.key });
    expect(read.json).toEqual(json);
    for (const query of ['', '?']) expect((await post(query)).json.data.source).toBe('api');
    expect((await once('?source=mcp')).json.data.source).toBe('mcp');
  });

  it.each([
    ['?source=api', 'invalid_parameter', 'source', 'Invalid query parameter: source must be mcp'],
    ['?source=form', 'invalid_parameter', 'source', 'Invalid query parameter: source must be mcp'],
    ['?source=MCP', 'invalid_parameter', 'source', 'Invalid query parameter: source must be mcp'],
    ['?source=', 'invalid_parameter', 'source', 'Invalid query parameter: source must be mcp'],
    ['?source', 'invalid_parameter', 'source', 'Invalid query parameter: source must be mcp'],
    [
      '?source=mcp&source=mcp',
      'repeated_parameter',
      'source',
      'Query parameter must not be repeated: source',
    ],
    ['?source[]=mcp', 'unknown_parameter', 'source[]', 'Unknown query parameter: source[] (allowed: source)'],
    ['?Source=mcp', 'unknown_parameter', 'Source', 'Unknown query parameter: Source (allowed: source)'],
    ['?source=mcp&page=2', 'unknown_parameter', 'page', 'Unknown query parameter: page (allowed: source)'],
    [
      '?__proto__=mcp',
      'unknown_parameter',
      '__proto__',
      'Unknown query parameter: __proto__ (allowed: source)',
    ],
  ])('rejects %s, and creates nothing', async (query, code, param, message) => {
    expect(errorOf(await post(query))).toEqual([400, code, param, message]);
    expect(errorOf(await once(query))).toEqual([400, code, param, message]);
    expect(await count()).toBe(0);
  });

  it('reports every query error, before errors of headers and fields', async () => {
    const response = await post('?source=api&page=2', { body: { title: '' } });
    expect(response.json.error.details.map(({ param }: { param: string }) => param)).toEqual([
      'source',
      'page',
    ]);
    expect((await once('?source=api', 'no key')).json.error.code).toBe('invalid_parameter');
    expect((await post('?source=mcp', { body: { title: '' } })).json.error.code).toBe('empty_value');
    const json = { 'content-type': 'application/json' };
    expect((await post('?source=api', { body: '{', headers: json })).json.error.code).toBe('malformed_json');
  });

  it('returns 403 for a submit key, whatever the value', async () => {
    const origin = 'https://app.example';
    const { key } = await service.issue(account.id, { permission: 'submit', origins: [origin] });
    const submit = (query: string) => post(query, { key, headers: { origin } });
    for (const query of ['?source=mcp', '?source=api', '?source=mcp&source=mcp']) {
      expect(errorOf(await submit(query))).toEqual([
        403,
        'insufficient_permissions',
        undefined,
        'This API key is not allowed to set source (permission: submit)',
      ]);
    }
    expect((await submit('?page=2')).json.error.code).toBe('unknown_parameter');
    expect((await submit('')).json.data.source).toBe('api');
    expect(await count()).toBe(1);
  });

  it('is part of the fingerprint of an idempotent request', async () => {
    const first = await once('?source=mcp');
    const again = await once('?source=mcp');
    expect([again.status, again.text, again.headers['idempotent-replayed']]).toEqual([
      201,
      first.text,
      'true',
    ]);
    expect((await once('')).json.error.code).toBe('idempotency_key_reused');
    await once('', 'plain');
    expect((await once('?source=mcp', 'plain')).json.error.code).toBe('idempotency_key_reused');
    expect(await count()).toBe(2);
  });

  it('is unknown on other methods and paths', async () => {
    const { id } = (await post('')).json.data;
    const asked: [string, string, object?][] = [
      ['GET', `${base}/${id}`],
      ['PATCH', `${base}/${id}`, { status: 'planned' }],
      ['DELETE', `${base}/${id}`],
      ['POST', `${base}/batch`, { updates: [{ id, status: 'planned' }] }],
    ];
    for (const [method, path, body] of asked) {
      const response = await client.call(method, `${path}?source=mcp`, { key: account.key, body });
      expect([method, path, response.json.error.code]).toEqual([method, path, 'unknown_parameter']);
    }
  });
});
