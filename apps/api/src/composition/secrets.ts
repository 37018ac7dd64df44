import { randomBytes } from 'node:crypto';
import { hasSharedSecrets, sharedSecret } from '@libs/postgres';
import { SecretBox, UnknownEncryptionKeyError } from '@libs/webhooks';
import type { DataSource } from 'typeorm';
import { ConfigError, type Config } from '../config';
import { encryptionKeys, LOST_KEY } from '../webhooks/sending/encryption-keys';

/** Secrets that all instances on one database share. They are created once and stored there, encrypted. */
export class SharedSecrets {
  constructor(
    readonly cursor: Uint8Array,
    readonly form: Uint8Array,
    readonly device: Uint8Array,
    /** Hides the names of clients in counts. */
    readonly client: Uint8Array,
    /** Signs links that turn off messages. */
    readonly unsubscribe: Uint8Array,
  ) {}
}

/**
 * Opens the shared secrets, and the box that encrypts secrets. Without them, an instance would accept no link or cursor of
 * others.
 * @throws ConfigError if the encryption key is missing, or another one
 */
export async function openSecrets(config: Config, db: DataSource) {
  const { current, previous } = await encryptionKeys(config, () => hasSharedSecrets(db));
  const box = new SecretBox(randomBytes, current, previous);
  const open = (name: string) => secretOf(db, box, name);
  const shared = new SharedSecrets(
    await open('cursor'),
    await open('form'),
    await open('device'),
    await open('client'),
    await open('unsubscribe'),
  );
  return { box, shared };
}

async function secretOf(db: DataSource, box: SecretBox, name: string): Promise<Buffer> {
  try {
    return await sharedSecret(db, box, name);
  } catch (error) {
    if (!(error instanceof UnknownEncryptionKeyError)) throw error;
    throw new ConfigError([`SECRET_ENCRYPTION_KEY: ${error.message}. ${LOST_KEY}`]);
  }
}
