import { URL_DEMAND } from '@libs/webhooks';
import { UrlPolicy } from './url-policy';

const PUBLIC = '93.184.215.14';
const CONFIG = { PUBLIC_URL: 'https://feedback.example.com', WEBHOOK_ALLOW_HTTP: 'no' } as const;

/** Resolves every name to the given addresses. */
const policy = (config: Partial<ConstructorParameters<typeof UrlPolicy>[0]> = {}, addresses = [PUBLIC]) =>
  new UrlPolicy({ ...CONFIG, ...config }, async () => addresses);

/** webhooks.md 3 */
describe('UrlPolicy', () => {
  it.each([
    'https://example.com',
    'https://example.com/hook?token=a%20b',
    'https://example.com:443/',
    'https://example.com:8443/',
    'https://example.com./',
    'HTTPS://EXAMPLE.COM',
    'https://bücher.example',
    'https://api.feedback.example.com',
    `https://example.com/${'x'.repeat(2028)}`,
  ])('allows %s', async (url) => {
    expect(await policy().problemOf(url)).toBeNull();
  });

  it.each([
    [
      'is not a URL',
      /^must be a URL, such as /,
      ['', 'example.com', 'https://', 'https://exa mple.com', 'https://example.com:65536'],
    ],
    [
      'has another scheme',
      /https URL$/,
      ['http://example.com', 'ftp://example.com', 'file:///etc/passwd', 'javascript:1'],
    ],
    [
      'has another port',
      /have port 443 or 8443$/,
      ['https://example.com:80', 'https://example.com:22', 'https://example.com:8080'],
    ],
    [
      'has credentials',
      /not contain a user or a password$/,
      ['https://user@example.com', 'https://user:word@example.com', 'https://:p@example.com'],
    ],
    ['has a fragment', /not contain #$/, ['https://example.com/#a', 'https://example.com/#']],
    ['is too long', /at most 2048 characters$/, [`https://example.com/${'x'.repeat(2029)}`]],
    [
      'has an empty label',
      /https URL$/,
      ['https://.', 'https://..', 'https://a..example', 'https://.example.com'],
    ],
    [
      'is the host of the service',
      /https URL$/,
      ['https://feedback.example.com', 'https://FEEDBACK.example.com.:8443/x'],
    ],
  ])('rejects a URL that %s', async (_what, problem, urls) => {
    for (const url of urls) expect(await policy().problemOf(url)).toMatch(problem);
  });

  it.each([
    ['dotted', '127.0.0.1'],
    ['dotted and public', PUBLIC],
    ['short', '127.1'],
    ['decimal', '2130706433'],
    ['hexadecimal', '0x7f000001'],
    ['hexadecimal parts', '0x7f.0.0.0x1'],
    ['octal', '017700000001'],
    ['octal parts', '0177.0.0.01'],
    ['zero', '0'],
    ['absolute', '127.0.0.1.'],
    ['percent-encoded', '%31%32%37.0.0.1'],
    ['full-width', '１２７．０．０．１'],
    ['circled', '①②⑦.⓪.⓪.①'],
    ['IPv6', '[::1]'],
    ['IPv6 and public', '[2606:4700::1111]'],
    ['IPv4-mapped', '[::ffff:127.0.0.1]'],
    ['IPv4-mapped, hexadecimal', '[::ffff:7f00:1]'],
    ['IPv6 with a zone', '[fe80::1%25eth0]'],
  ])('rejects an IP address: %s', async (_notation, host) => {
    expect(await policy().problemOf(`https://${host}/`)).not.toBeNull();
    expect(policy().parse(`https://${host}/`)).toBeNull();
  });

  it.each([['localhost'], ['localhost.'], ['receiver'], ['xn--bcher-kva']])(
    'rejects %s, which has no dot',
    async (host) => {
      expect(await policy().problemOf(`https://${host}/`)).toBe(URL_DEMAND);
    },
  );

  it('rejects a host that is unknown, or has an address that is not public', async () => {
    for (const addresses of [[], ['127.0.0.1'], [PUBLIC, '10.0.0.1'], ['::1', PUBLIC]]) {
      expect(await policy({}, addresses).problemOf('https://example.com')).toBe(URL_DEMAND);
    }
    expect(await policy({}, [PUBLIC, '2606:4700::1111']).problemOf('https://example.com')).toBeNull();
  });

  it('reports an unexpected error of the resolver', async () => {
    const broken = new UrlPolicy(CONFIG, () => Promise.reject(new TypeError('broken')));
    await expect(broken.problemOf('https://example.com')).rejects.toThrow('broken');
  });

  it('allows http and every port with WEBHOOK_ALLOW_HTTP, but no other scheme or address', async () => {
    const open = policy({ WEBHOOK_ALLOW_HTTP: 'yes' });
    for (const url of ['http://example.com', 'http://example.com:8080', 'https://example.com:4000']) {
      expect([url, await open.problemOf(url)]).toEqual([url, null]);
    }
    for (const url of [
      'ftp://example.com',
      'http://example.com:0',
      'https://example.com:0/',
      'http://127.0.0.1',
      'http://receiver',
      'http://feedback.example.com',
    ]) {
      expect([url, await open.problemOf(url)]).not.toEqual([url, null]);
    }
  });

  describe('with WEBHOOK_ALLOWED_CIDRS', () => {
    const WEBHOOK_ALLOWED_CIDRS = ['10.0.0.0/8', 'fd00::/8'];

    it.each(['10.1.2.3', '0xa.1', '167772161', '[fd00::1]', '[::ffff:10.1.2.3]'])(
      'allows %s, which is in the network',
      async (host) => {
        expect(await policy({ WEBHOOK_ALLOWED_CIDRS }).problemOf(`https://${host}/`)).toBeNull();
      },
    );

    it.each(['127.0.0.1', '11.0.0.1', PUBLIC, '[::1]', '[2606:4700::1111]'])(
      'rejects %s, which is not in the network',
      async (host) => {
        expect(await policy({ WEBHOOK_ALLOWED_CIDRS }).problemOf(`https://${host}/`)).toBe(URL_DEMAND);
      },
    );

    it.each([
      ['receiver', ['10.0.0.1'], true],
      ['receiver.', ['10.0.0.1', 'fd00::1'], true],
      ['receiver', [PUBLIC], false],
      ['receiver.', ['10.0.0.1', PUBLIC], false],
      ['receiver.internal', ['10.0.0.1'], true],
      ['receiver.internal', ['10.0.0.1', PUBLIC], true],
      ['receiver.internal', ['10.0.0.1', '192.168.0.1'], false],
    ])('%s with the addresses %j is allowed: %p', async (host, addresses, expected) => {
      const network = policy({ WEBHOOK_ALLOWED_CIDRS }, addresses);
      expect(await network.problemOf(`https://${host}/`)).toBe(expected ? null : URL_DEMAND);
    });
  });

  it('leaves the addresses of names to WEBHOOK_PROXY', async () => {
    const config = { ...CONFIG, WEBHOOK_PROXY: 'http://proxy:3128', WEBHOOK_ALLOWED_CIDRS: ['10.0.0.0/8'] };
    const proxied = new UrlPolicy(config, () => Promise.reject(new Error('resolved')));
    expect(await proxied.problemOf('https://example.com')).toBeNull();
    expect(await proxied.problemOf('https://10.0.0.1')).toBeNull();
    for (const host of ['127.0.0.1', '[::1]', 'localhost', 'receiver.', 'feedback.example.com']) {
      expect([host, await proxied.problemOf(`https://${host}`)]).toEqual([host, URL_DEMAND]);
    }
  });
});
