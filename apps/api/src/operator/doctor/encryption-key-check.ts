import { UnknownEncryptionKeyError } from '@libs/webhooks';
import { ConfigError, type Config } from '../../config';
import { existingKeys, missingKey, type EncryptionKeys } from '../../webhooks/sending/encryption-keys';
import { failed, ok, type Check } from './check';

const NAME = 'encryption key';

/** What the check needs of the database. */
export interface Secrets {
  /** Whether there are any. */
  exist(): Promise<boolean>;
  /** @throws UnknownEncryptionKeyError if one was encrypted with another key */
  open(keys: EncryptionKeys): Promise<unknown>;
}

/** Checks that the configured key decrypts the secrets of the database (webhooks.md 4). */
export async function checkEncryptionKey(config: Config, secrets: Secrets): Promise<Check> {
  try {
    const keys = await existingKeys(config);
    if (!(await secrets.exist())) return ok(NAME, 'the database has no secrets yet');
    if (!keys) return failed(NAME, missingKey(config));
    await secrets.open(keys);
    return ok(NAME, 'it decrypts the secrets of the database');
  } catch (error) {
    if (error instanceof ConfigError || error instanceof UnknownEncryptionKeyError)
      return failed(NAME, error.message);
    throw error;
  }
}
