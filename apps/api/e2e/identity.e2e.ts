import { generateKeyPairSync } from 'node:crypto';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { SignJWT } from 'jose';
import type { HttpResponse } from './support/client';
import { Dashboard } from './support/dashboard';
import { useService } from './support/use-service';

const { service, client } = useService({
  WEBHOOK_ALLOW_HTTP: 'yes',
  WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8',
});
const PAIR = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const PEM = PAIR.publicKey.export({ type: 'spki', format: 'pem' }).toString();
const errorOf = ({ status, json: { error } }: HttpResponse) => [status, error.code, error.param];

let mine: Awaited<ReturnType<typeof Dashboard.forNewAccount>>;
beforeEach(async () => (mine = await Dashboard.forNewAccount(service, client)));

const sign = (claims: object = {}, header: { alg: string; kid?: string } = { alg: 'ES256' }) =>
  new SignJWT({ aud: mine.account.slug, sub: 'u1', ...claims })
    .setProtectedHeader(header)
    .setExpirationTime('5m')
    .sign(PAIR.privateKey);
const test = async (token: string) => (await mine.post('identity/test', { token })).json.data;
const reasonsOf = async (token: string) =>
  (await test(token)).problems.map(({ reason }: { reason: string }) => reason);

/** identity.md 2 */
describe('identity keys', () => {
  it('are added, listed without secrets, and removed', async () => {
    const { slug } = mine.account;
    expect((await mine.get('identity')).json.data).toEqual({ slug, keys: [], max_keys: 3 });
    const { status, json } = await mine.post('identity/keys', { type: 'public', key: PEM });
    const key = {
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      type: 'public',
      algorithm: 'ES256',
      kid: null,
      url: null,
      created_at: expect.stringMatching(/Z$/),
    };
    expect([status, json.data]).toEqual([201, { ...key, secret: null }]);
    const issued = (await mine.post('identity/keys', { type: 'secret' })).json.data;
    expect(issued.secret).toMatch(/^[\w-]{43}$/);
    const { text } = await mine.get('identity');
    expect(JSON.parse(text).data.keys).toEqual([
      key,
      { ...key, id: issued.id, type: 'secret', algorithm: 'HS256' },
    ]);
    expect(text).not.toContain(issued.secret);
    const [row] = await service.dataSource.query(
      `SELECT identity_keys::text AS keys FROM accounts WHERE id = $1`,
      [mine.account.id],
    );
    expect(row.keys).not.toContain(issued.secret);
    expect((await mine.delete(`identity/keys/${issued.id}`)).status).toBe(204);
    expect(errorOf(await mine.delete(`identity/keys/${issued.id}`))).toEqual([
      404,
      'identity_key_not_found',
      undefined,
    ]);
    expect((await mine.get('identity')).json.data.keys).toEqual([key]);
    const log = (await mine.get('security-log')).json.data;
    expect(log.slice(0, 3).map(({ type }: { type: string }) => type)).toEqual([
      'identity_key.removed',
      'identity_key.added',
      'identity_key.added',
    ]);
  });

  it('are rejected if they are not valid, or too many', async () => {
    const add = async (body: object) => errorOf(await mine.post('identity/keys', body));
    expect(await add({ type: 'public', key: 'x' })).toEqual([400, 'invalid_value', 'key']);
    expect(await add({ type: 'jwks', url: 'http://10.0.0.1/jwks.json' })).toEqual([
      400,
      'invalid_value',
      'url',
    ]);
    for (let n = 0; n < 3; n++) await mine.post('identity/keys', { type: 'public', key: PEM });
    expect(await add({ type: 'secret' })).toEqual([409, 'identity_key_limit_reached', undefined]);
  });

  it('are read from a URL', async () => {
    const jwk = { ...PAIR.publicKey.export({ format: 'jwk' }), kid: 'k1' };
    const server = createServer((_, response) => response.end(JSON.stringify({ keys: [jwk] })));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks.json`;
    expect((await mine.post('identity/keys', { type: 'jwks', url })).json.data).toMatchObject({ url });
    expect(await reasonsOf(await sign({}, { alg: 'ES256', kid: 'k1' }))).toEqual([]);
    expect(await reasonsOf(await sign({}, { alg: 'ES256', kid: 'k2' }))).toEqual(['unknown_key']);
    server.close();
  });
});

/** identity.md 6 */
describe('the test of a token', () => {
  it('shows what it says, and all that is wrong with it', async () => {
    await mine.post('identity/keys', { type: 'public', key: PEM });
    const claims = { email: 'ada@example.com', value: 12.5 };
    expect(await test(await sign(claims))).toMatchObject({
      header: { alg: 'ES256' },
      claims: { ...claims, aud: mine.account.slug, sub: 'u1' },
      problems: [],
    });
    const wrong = await test(await sign({ aud: 'other', email: 'ada', value: 0.001 }));
    expect(wrong.problems).toEqual([
      {
        reason: 'wrong_audience',
        message: `The claim aud must be the slug of the form: ${mine.account.slug}`,
      },
      { reason: 'invalid_claim', message: 'Invalid claim. Invalid email address: email' },
      { reason: 'invalid_claim', message: expect.stringContaining('at most two decimals') },
    ]);
    expect(await test('hello')).toMatchObject({
      header: null,
      claims: null,
      problems: [{ reason: 'malformed' }],
    });
    expect(errorOf(await mine.post('identity/test', {}))).toEqual([400, 'missing_required_field', 'token']);
  });
});

describe('docs/guides/identity.md', () => {
  it('has code that signs a valid token', async () => {
    await mine.post('identity/keys', { type: 'public', key: PEM });
    const root = join(__dirname, '../../..');
    const guide = readFileSync(join(root, 'docs/guides/identity.md'), 'utf8');
    const [, code] = /```js\n([^]*?)```/.exec(guide)!;
    const folder = mkdtempSync(join(tmpdir(), 'identity-guide-'));
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    const privateKey = PAIR.privateKey.export({ type: 'pkcs8', format: 'pem' });
    writeFileSync(join(folder, 'feedback-private.pem'), privateKey);
    const user = { id: 7, email: 'ada@example.com', name: 'Ada', company: 'Acme' };
    const program = `${code!.replace("'acme'", `'${mine.account.slug}'`)}
process.stdout.write(await identityToken(${JSON.stringify(user)}));`;
    writeFileSync(join(folder, 'token.mjs'), program);
    const { stdout } = await promisify(execFile)(process.execPath, ['token.mjs'], { cwd: folder });
    rmSync(folder, { recursive: true });
    const { id, ...claims } = user;
    expect(await test(stdout)).toMatchObject({ claims: { ...claims, sub: String(id) }, problems: [] });
  });
});
