import { randomBytes } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError, isEncryptionKey, type Config } from '../config';

type KeyConfig = Pick<Config, 'DATA_DIR' | 'SECRET_ENCRYPTION_KEY' | 'SECRET_ENCRYPTION_KEY_PREVIOUS'>;

/** Keys for secrets at rest. The previous one only decrypts. */
export interface EncryptionKeys {
  readonly current: Uint8Array;
  readonly previous?: Uint8Array;
}

const FILE = 'secret-encryption-key';
const KEY_BYTES = 32;

/**
 * Returns the keys of the configuration. Without one, returns the key in the data directory, which the first call
 * creates (webhooks.md 4).
 * @throws ConfigError if the file cannot be used
 */
export async function encryptionKeys(config: KeyConfig): Promise<EncryptionKeys> {
  const previous = config.SECRET_ENCRYPTION_KEY_PREVIOUS;
  return {
    current: bytesOf(config.SECRET_ENCRYPTION_KEY ?? (await storedKey(join(config.DATA_DIR, FILE)))),
    previous: previous === undefined ? undefined : bytesOf(previous),
  };
}

const bytesOf = (key: string): Uint8Array => Buffer.from(key, 'base64');

async function storedKey(path: string): Promise<string> {
  try {
    const key = (await readKey(path)) ?? (await createKey(path));
    if (isEncryptionKey(key)) return key;
  } catch (error) {
    throw new ConfigError([`DATA_DIR: cannot use ${path}: ${(error as Error).message}`]);
  }
  throw new ConfigError([
    `DATA_DIR: ${path} is not a key of 32 bytes in base64; restore it from a backup of the data directory`,
  ]);
}

async function readKey(path: string): Promise<string | null> {
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Links the finished file into place. If another process was faster, returns its key. */
async function createKey(path: string): Promise<string> {
  const unfinished = `${path}.${randomBytes(6).toString('hex')}`;
  const key = randomBytes(KEY_BYTES).toString('base64');
  try {
    await writeFile(unfinished, `${key}\n`, { mode: 0o600, flag: 'wx', flush: true });
    await link(unfinished, path);
    return key;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(unfinished, { force: true });
  }
  return (await readFile(path, 'utf8')).trim();
}
