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
  const context = `shared_secrets ${name}`;
  const seal = (secret: Buffer) => Buffer.from(box.seal(secret.toString('base64'), context));
  await dataSource.query(CREATE, [name, seal(randomBytes(32))]);
  const [{ secret, sealed }] = await dataSource.query<[SharedSecretRow]>(FIND, [name]);
  const opened = sealed ? Buffer.from(box.open(sealed, context), 'base64') : secret!;
  if (!sealed || !box.isCurrent(sealed)) await dataSource.query(SEAL, [name, seal(opened)]);
  return opened;
}
