import { randomBytes } from 'node:crypto';
import { SecretBox, UnknownEncryptionKeyError } from '@libs/webhooks';
import type { DataSource } from 'typeorm';
import { testDataSource } from '../../testing';
import { sharedSecret } from './shared-secret';

const [KEY, OTHER] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];

/** webhooks.md 4 */
describe('sharedSecret', () => {
  let dataSource: DataSource;
  beforeAll(async () => (dataSource = await testDataSource()));
  beforeEach(() => dataSource.query('DELETE FROM shared_secrets'));
  const get = (name: string, box = new SecretBox(randomBytes, KEY)) => sharedSecret(dataSource, box, name);
  const stored = async (name: string) => {
    const [row] = await dataSource.query<{ secret: Buffer | null; sealed: Buffer | null }[]>(
      'SELECT secret, sealed FROM shared_secrets WHERE name = $1',
      [name],
    );
    return row!;
  };

  it('returns the same 32 bytes for a name to all instances, also if they start at the same time', async () => {
    const [first, ...others] = await Promise.all(Array.from({ length: 5 }, () => get('form')));
    expect(first).toHaveLength(32);
    for (const other of others) expect(other).toEqual(first);
    expect(await get('cursor')).not.toEqual(first);
  });

  it('stores only encrypted bytes, bound to the name', async () => {
    const secret = await get('form');
    const { secret: plain, sealed } = await stored('form');
    expect(plain).toBeNull();
    for (const text of [secret.toString('latin1'), secret.toString('base64')])
      expect(sealed!.toString('latin1')).not.toContain(text);
    await dataSource.query(`UPDATE shared_secrets SET name = 'cursor'`);
    await expect(get('cursor')).rejects.toThrow();
  });

  it('encrypts a secret of an earlier release, which can still read it', async () => {
    const secret = randomBytes(32);
    await dataSource.query(`INSERT INTO shared_secrets (name, secret) VALUES ('form', $1)`, [secret]);
    expect(await get('form')).toEqual(secret);
    expect(await stored('form')).toEqual({ secret, sealed: expect.any(Buffer) });
    await dataSource.query('UPDATE shared_secrets SET secret = NULL');
    expect(await get('form')).toEqual(secret);
  });

  it('encrypts a secret under the previous key again, and rejects one under another key', async () => {
    const secret = await get('form');
    expect(await get('form', new SecretBox(randomBytes, OTHER, KEY))).toEqual(secret);
    expect(await get('form', new SecretBox(randomBytes, OTHER))).toEqual(secret);
    const { sealed } = await stored('form');
    await expect(get('form')).rejects.toThrow(UnknownEncryptionKeyError);
    expect((await stored('form')).sealed).toEqual(sealed);
  });
});
