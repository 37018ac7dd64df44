import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { HostResolver, type ResolverOptions } from './host-resolver';

type Response = string | 'NXDOMAIN' | 'SERVFAIL' | 'none';

const CODES: Readonly<Record<string, number>> = { SERVFAIL: 2, NXDOMAIN: 3 };
const TYPE_A = 1;

/** A name server that has one response for A queries, and one for AAAA queries. */
class NameServer {
  queries = 0;
  private constructor(
    private readonly socket: Socket,
    readonly address: string,
  ) {}

  static async start(a: Response, aaaa: Response): Promise<NameServer> {
    const socket = createSocket('udp4').bind(0, '127.0.0.1');
    await once(socket, 'listening');
    const server = new NameServer(socket, `127.0.0.1:${socket.address().port}`);
    socket.on('message', (query, { port, address }) => {
      server.queries++;
      const type = query.readUInt16BE(query.indexOf(0, 12) + 1);
      const response = type === TYPE_A ? a : aaaa;
      if (response !== 'none') socket.send(messageFor(query, type, response), port, address);
    });
    return server;
  }

  stop(): void {
    this.socket.close();
  }
}

/** The question of the query, and a record for an address, or an error code (RFC 1035). */
function messageFor(query: Buffer, type: number, response: string): Buffer {
  const question = query.subarray(12, query.indexOf(0, 12) + 5);
  const code = CODES[response];
  const data =
    type === TYPE_A
      ? Buffer.from(response.split('.').map(Number))
      : Buffer.concat([Buffer.alloc(15), Buffer.from([1])]);
  const record = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, data.length]);
  const header = Buffer.from([0x81, 0x80 | (code ?? 0), 0, 1, 0, code === undefined ? 1 : 0, 0, 0, 0, 0]);
  const message = [query.subarray(0, 2), header, question];
  return Buffer.concat(code === undefined ? [...message, record, data] : message);
}

/** webhooks.md 3 */
describe('HostResolver', () => {
  let server: NameServer;
  let lookups: string[];
  beforeEach(() => {
    lookups = [];
  });
  afterEach(() => server.stop());

  const systemLookup = async (hostname: string) => {
    lookups.push(hostname);
    return ['10.0.0.1'];
  };

  async function resolve(a: Response, aaaa: Response, options: ResolverOptions = {}) {
    server = await NameServer.start(a, aaaa);
    const resolver = new HostResolver({
      servers: [server.address],
      timeoutMs: 300,
      systemLookup,
      ...options,
    });
    return resolver.resolve('localhost');
  }

  it('returns all addresses of the DNS, without the lookup of the system', async () => {
    expect(await resolve('192.0.2.1', '::1')).toEqual(['192.0.2.1', '::1']);
    expect(lookups).toEqual([]);
  });

  it.each(['NXDOMAIN', 'SERVFAIL', 'none'] as const)(
    'returns the addresses of one family if the other has %s',
    async (problem) => {
      expect(await resolve('192.0.2.1', problem)).toEqual(['192.0.2.1']);
      server.stop();
      expect(await resolve(problem, '::1')).toEqual(['::1']);
    },
  );

  it('returns the addresses of the system for a name that is not in the DNS', async () => {
    expect(await resolve('NXDOMAIN', 'NXDOMAIN')).toEqual(['10.0.0.1']);
    server.stop();
    expect(await resolve('NXDOMAIN', 'NXDOMAIN', { systemLookup: undefined })).toContain('127.0.0.1');
  });

  it.each([
    ['SERVFAIL', 'SERVFAIL'],
    ['NXDOMAIN', 'SERVFAIL'],
    ['none', 'none'],
    ['NXDOMAIN', 'none'],
  ] as const)('returns none, without the lookup of the system, after %s and %s', async (a, aaaa) => {
    expect(await resolve(a, aaaa)).toEqual([]);
    expect(lookups).toEqual([]);
    expect(server.queries).toBeGreaterThan(0);
  });

  it('does not wait for the name server until it tries again', async () => {
    expect(await resolve('none', 'none')).toEqual([]);
    expect(server.queries).toBe(2);
  });

  it('returns none if the lookup of the system fails or hangs', async () => {
    expect(
      await resolve('NXDOMAIN', 'NXDOMAIN', { systemLookup: () => Promise.reject(new Error()) }),
    ).toEqual([]);
    server.stop();
    expect(await resolve('NXDOMAIN', 'NXDOMAIN', { systemLookup: () => new Promise(() => {}) })).toEqual([]);
  });

  it('skips a lookup of the system that has waited too long', async () => {
    server = await NameServer.start('NXDOMAIN', 'NXDOMAIN');
    let finish = (): void => {};
    const slowLookup = (hostname: string) => {
      lookups.push(hostname);
      return new Promise<string[]>((resolve) => (finish = () => resolve([])));
    };
    const resolver = new HostResolver({
      servers: [server.address],
      timeoutMs: 300,
      systemLookup: slowLookup,
    });
    expect(await Promise.all(['a', 'b'].map((name) => resolver.resolve(name)))).toEqual([[], []]);
    finish();
    const last = resolver.resolve('c');
    while (lookups.length < 2) await new Promise((next) => setImmediate(next));
    finish();
    await last;
    expect(lookups).toEqual([expect.stringMatching(/^[ab]$/), 'c']);
  });

  it('runs one lookup of the system at a time', async () => {
    server = await NameServer.start('NXDOMAIN', 'NXDOMAIN');
    let running = 0;
    let most = 0;
    const countingLookup = async (hostname: string) => {
      most = Math.max(most, ++running);
      await new Promise((next) => setImmediate(next));
      running--;
      return [hostname];
    };
    const resolver = new HostResolver({ servers: [server.address], systemLookup: countingLookup });
    const names = ['a', 'b', 'c'];
    expect(await Promise.all(names.map((name) => resolver.resolve(name)))).toEqual(
      names.map((name) => [name]),
    );
    expect(most).toBe(1);
  });
});
