import { createCipheriv, createDecipheriv, hash } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const VERSION = 1;
const KEY_ID_LENGTH = 4;
const HEADER_LENGTH = 1 + KEY_ID_LENGTH;
const IV_LENGTH = 12;
const TAG_LENGTH = 16;

/** No configured key can decrypt a stored secret. */
export class UnknownEncryptionKeyError extends Error {
  constructor() {
    super(
      'A stored secret was encrypted with another key: set SECRET_ENCRYPTION_KEY, or SECRET_ENCRYPTION_KEY_PREVIOUS, to that key',
    );
  }
}

/**
 * Encrypts secrets for storage, with AES-256-GCM (webhooks.md 4). The format is a version, 4 bytes that identify the
 * key, an IV, an authentication tag, and the ciphertext.
 */
export class SecretBox {
  private readonly keys: readonly EncryptionKey[];

  /**
   * @param current encrypts; 32 bytes
   * @param previous also decrypts
   */
  constructor(
    private readonly random: (size: number) => Uint8Array,
    current: Uint8Array,
    previous?: Uint8Array,
  ) {
    this.keys = [current, ...(previous ? [previous] : [])].map((key) => ({ key, header: headerOf(key) }));
  }

  /** @param context what the secret belongs to, such as an ID; `open` needs the same */
  seal(text: string, context: string): Uint8Array {
    const { key, header } = this.keys[0]!;
    const iv = this.random(IV_LENGTH);
    const cipher = createCipheriv(CIPHER, key, iv, { authTagLength: TAG_LENGTH });
    cipher.setAAD(Buffer.from(context));
    const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([header, iv, cipher.getAuthTag(), ciphertext]);
  }

  /**
   * @throws UnknownEncryptionKeyError
   * @throws Error if the bytes were changed, or belong to another context
   */
  open(sealed: Uint8Array, context: string): string {
    const key = this.keys.find(({ header }) => startsWith(sealed, header))?.key;
    if (!key) throw new UnknownEncryptionKeyError();
    const [iv, tag, ciphertext] = split(sealed.subarray(HEADER_LENGTH), IV_LENGTH, TAG_LENGTH);
    const decipher = createDecipheriv(CIPHER, key, iv, { authTagLength: TAG_LENGTH });
    decipher.setAAD(Buffer.from(context)).setAuthTag(tag);
    return Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString('utf8');
  }

  /** Returns false if the secret must be encrypted again, because it has the previous key. */
  isCurrent(sealed: Uint8Array): boolean {
    return startsWith(sealed, this.keys[0]!.header);
  }
}

interface EncryptionKey {
  readonly key: Uint8Array;
  readonly header: Uint8Array;
}

const headerOf = (key: Uint8Array): Uint8Array =>
  Buffer.from([VERSION, ...hash('sha256', key, 'buffer').subarray(0, KEY_ID_LENGTH)]);

const startsWith = (bytes: Uint8Array, start: Uint8Array): boolean =>
  start.every((byte, i) => bytes[i] === byte);

function split(bytes: Uint8Array, first: number, second: number): [Uint8Array, Uint8Array, Uint8Array] {
  return [bytes.subarray(0, first), bytes.subarray(first, first + second), bytes.subarray(first + second)];
}
