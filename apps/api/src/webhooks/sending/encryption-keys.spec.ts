import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encryptionKeys as keysOf } from './encryption-keys';

const encryptionKeys = (config: Parameters<typeof keysOf>[0], hasSecrets = false) =>
  keysOf(config, () => Promise.resolve(hasSecrets));

/** webhooks.md 4 */
describe('encryptionKeys', () => {
  let DATA_DIR: string;
  let file: string;
  beforeEach(() => {
    DATA_DIR = mkdtempSync(join(tmpdir(), 'encryption-keys-'));
    file = join(DATA_DIR, 'secret-encryption-key');
  });
  afterEach(() => rmSync(DATA_DIR, { recursive: true }));

  it('returns the keys of the configuration, and creates no file', async () => {
    const [current, previous] = [randomBytes(32), randomBytes(32)];
    const config = { DATA_DIR, SECRET_ENCRYPTION_KEY: current.toString('base64') };
    expect(await encryptionKeys(config)).toEqual({ current });
    const SECRET_ENCRYPTION_KEY_PREVIOUS = previous.toString('base64');
    expect(await encryptionKeys({ ...config, SECRET_ENCRYPTION_KEY_PREVIOUS })).toEqual({
      current,
      previous,
    });
    expect(readdirSync(DATA_DIR)).toEqual([]);
  });

  it('creates a key that only its owner can read, and returns it again later', async () => {
    const { current } = await encryptionKeys({ DATA_DIR });
    expect(current).toHaveLength(32);
    expect(readdirSync(DATA_DIR)).toEqual(['secret-encryption-key']);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await encryptionKeys({ DATA_DIR })).toEqual({ current });
  });

  it('returns the same key to processes that start together', async () => {
    const started = await Promise.all(Array.from({ length: 20 }, () => encryptionKeys({ DATA_DIR })));
    const [first] = started;
    expect(await encryptionKeys({ DATA_DIR })).toEqual(first);
    expect(started).toEqual(started.map(() => first));
    expect(readdirSync(DATA_DIR)).toEqual(['secret-encryption-key']);
  });

  it('creates no key if the database has secrets under one, and reports the missing file', async () => {
    await expect(encryptionKeys({ DATA_DIR }, true)).rejects.toThrow(
      new RegExp(
        `^DATA_DIR: ${file} is missing, .*: restore the file from a backup of the data directory\\. `,
      ),
    );
    expect(readdirSync(DATA_DIR)).toEqual([]);
  });

  it('returns the key that another process creates at the same time, with secrets', async () => {
    const key = randomBytes(32);
    const hasSecrets = () => {
      writeFileSync(file, key.toString('base64'));
      return Promise.resolve(true);
    };
    expect(await keysOf({ DATA_DIR }, hasSecrets)).toEqual({ current: key });
  });

  it('reports a file that is not a key, and leaves it', async () => {
    for (const content of ['', 'secret\n']) {
      writeFileSync(file, content);
      await expect(encryptionKeys({ DATA_DIR })).rejects.toThrow(
        `DATA_DIR: ${file} is not a key of 32 bytes in base64; restore it from a backup of the data directory`,
      );
      expect(readFileSync(file, 'utf8')).toBe(content);
    }
  });

  it('reports in one line that the directory cannot be used', async () => {
    const missing = join(DATA_DIR, 'missing');
    await expect(encryptionKeys({ DATA_DIR: missing })).rejects.toThrow(
      new RegExp(`^DATA_DIR: cannot use ${missing}/secret-encryption-key: ENOENT[^\\n]*$`),
    );
  });
});
