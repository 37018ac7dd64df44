import { randomBytes } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError, isEncryptionKey, type Config } from '../../config';

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
 * creates, unless the database has secrets under a key that is lost (webhooks.md 4).
 * @param hasSecrets whether the database has secrets that were encrypted
 * @throws ConfigError if the file cannot be used, or is missing
 */
export async function encryptionKeys(
  config: KeyConfig,
  hasSecrets: () => Promise<boolean>,
): Promise<EncryptionKeys> {
  const existing = await existingKeys(config);
  if (existing) return existing;
  // If another process has created the key and the secrets in the meantime, the key is there now.
  if (await hasSecrets()) {
    const created = await existingKeys(config);
    if (created) return created;
    throw new ConfigError([missingKey(config)]);
  }
  return keysOf(config, await keyIn(fileOf(config), createKey));
}

/** As `encryptionKeys`, but creates no key. Returns null if there is none. @throws ConfigError */
export async function existingKeys(config: KeyConfig): Promise<EncryptionKeys | null> {
  const key = config.SECRET_ENCRYPTION_KEY ?? (await keyIn(fileOf(config), readKey));
  return key === null ? null : keysOf(config, key);
}

/** Says that the file is missing, and what to do. */
export const missingKey = (config: KeyConfig): string =>
  `DATA_DIR: ${fileOf(config)} is missing, and the database has secrets that were encrypted with this key: restore the file from a backup of the data directory. ${LOST_KEY}`;

/** What to do without the key. */
export const LOST_KEY =
  'If it is lost, delete the rows of the table shared_secrets: links in messages that were sent then stop working';

const fileOf = ({ DATA_DIR }: KeyConfig): string => join(DATA_DIR, FILE);

const keysOf = (
  { SECRET_ENCRYPTION_KEY_PREVIOUS: previous }: KeyConfig,
  current: string,
): EncryptionKeys => ({
  current: bytesOf(current),
  previous: previous === undefined ? undefined : bytesOf(previous),
});

const bytesOf = (key: string): Uint8Array => Buffer.from(key, 'base64');

async function keyIn<Key extends string | null>(
  path: string,
  read: (path: string) => Promise<Key>,
): Promise<Key> {
  let key: Key;
  try {
    key = await read(path);
  } catch (error) {
    throw new ConfigError([`DATA_DIR: cannot use ${path}: ${(error as Error).message}`]);
  }
  if (key === null || isEncryptionKey(key)) return key;
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
