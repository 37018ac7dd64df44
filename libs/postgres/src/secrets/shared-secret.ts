import { randomBytes } from 'node:crypto';
import type { DataSource } from 'typeorm';

/** Returns 32 random bytes for a name. Creates them on first use. All instances on this database get the same bytes. */
export async function sharedSecret(dataSource: DataSource, name: string): Promise<Buffer> {
  await dataSource.query(
    `INSERT INTO shared_secrets (name, secret) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING`,
    [name, randomBytes(32)],
  );
  const [{ secret }] = await dataSource.query<[{ secret: Buffer }]>(
    `SELECT secret FROM shared_secrets WHERE name = $1`,
    [name],
  );
  return secret;
}
