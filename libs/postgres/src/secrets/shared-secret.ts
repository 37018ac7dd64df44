import { randomBytes } from 'node:crypto';
import type { SecretSealer } from '@libs/accounts';
import type { DataSource } from 'typeorm';
import type { SharedSecretRow } from './shared-secret.schema';

const CREATE = `INSERT INTO shared_secrets (name, sealed) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING`;
const FIND = `SELECT secret, sealed FROM shared_secrets WHERE name = $1`;
const SEAL = `UPDATE shared_secrets SET sealed = $2 WHERE name = $1`;

/**
 * Returns 32 random bytes for a name. Creates them on first use. All instances on this database get the same bytes. They
 * are stored encrypted with the current key, and so are those of earlier releases and under the previous key from then on
 * (webhooks.md 4).
 * @throws UnknownEncryptionKeyError if they were encrypted with another key
 */
export async function sharedSecret(dataSource: DataSource, box: SecretSealer, name: string): Promise<Buffer> {
  const context = contextOf(name);
  const seal = (secret: Buffer) => Buffer.from(box.seal(secret.toString('base64'), context));
  await dataSource.query(CREATE, [name, seal(randomBytes(32))]);
  const [{ secret, sealed }] = await dataSource.query<[SharedSecretRow]>(FIND, [name]);
  const opened = sealed ? Buffer.from(box.open(sealed, context), 'base64') : secret!;
  if (!sealed || !box.isCurrent(sealed)) await dataSource.query(SEAL, [name, seal(opened)]);
  return opened;
}

/** Whether any shared secret was encrypted. */
export async function hasSharedSecrets(dataSource: DataSource): Promise<boolean> {
  return (await sealedRows(dataSource)).length > 0;
}

/**
 * Decrypts all shared secrets, to check the key. Returns false if there are none.
 * @throws UnknownEncryptionKeyError if one was encrypted with another key
 */
export async function canOpenSharedSecrets(dataSource: DataSource, box: SecretSealer): Promise<boolean> {
  const rows = await sealedRows(dataSource);
  for (const { name, sealed } of rows) box.open(sealed, contextOf(name));
  return rows.length > 0;
}

const contextOf = (name: string): string => `shared_secrets ${name}`;

const sealedRows = (dataSource: DataSource): Promise<{ readonly name: string; readonly sealed: Buffer }[]> =>
  dataSource.query('SELECT name, sealed FROM shared_secrets WHERE sealed IS NOT NULL');
