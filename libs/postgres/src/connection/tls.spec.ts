import { useFreshDatabase } from '../../testing';
import { CA_FILE, startTlsServer } from '../../testing/tls-server';
import { createDataSource } from './data-source';

describe('a database URL with sslmode', () => {
  const database = useFreshDatabase();
  let server: Awaited<ReturnType<typeof startTlsServer>>;
  beforeAll(async () => {
    server = await startTlsServer(new URL(database.url));
  });
  afterAll(() => server.stop());

  // The driver prints its warning once per process, whichever test comes first.
  let warn: jest.SpyInstance;
  beforeEach(() => (warn = jest.spyOn(process, 'emitWarning').mockImplementation()));
  afterEach(() => {
    expect(warn).not.toHaveBeenCalled();
    warn.mockRestore();
  });

  async function connect(parameters: string, hostname = 'localhost'): Promise<unknown> {
    const url = new URL(`${server.url.href}?${parameters}`);
    url.hostname = hostname;
    const dataSource = createDataSource({ url: url.href });
    try {
      await dataSource.initialize();
      return await dataSource.query('SELECT 1 AS one');
    } catch (error) {
      return (error as NodeJS.ErrnoException).code;
    } finally {
      if (dataSource.isInitialized) await dataSource.destroy();
    }
  }

  it.each([
    `sslmode=verify-full&sslrootcert=${CA_FILE}`,
    `sslmode=require&sslrootcert=${CA_FILE}`,
    `sslrootcert=${CA_FILE}`,
    'sslmode=no-verify',
    'uselibpqcompat=true&sslmode=require',
  ])('connects with %s', async (parameters) => {
    expect(await connect(parameters)).toEqual([{ one: 1 }]);
  });

  it.each(['verify-full', 'verify-ca', 'require', 'prefer'])(
    'rejects an unknown authority with sslmode=%s',
    async (mode) => {
      expect(await connect(`sslmode=${mode}`)).toBe('UNABLE_TO_VERIFY_LEAF_SIGNATURE');
    },
  );

  it.each(['verify-full', 'require'])(
    'rejects a certificate for another host with sslmode=%s',
    async (mode) => {
      expect(await connect(`sslmode=${mode}&sslrootcert=${CA_FILE}`, '127.0.0.1')).toBe(
        'ERR_TLS_CERT_ALTNAME_INVALID',
      );
    },
  );
});
