import { UNSUBSCRIBABLE, type MailSetting } from '@libs/accounts';
import { MAC_LENGTH, type KeyedMac } from '../keyed-mac';

/** Which settings of a person in an account a link turns off. */
export interface Unsubscription {
  readonly accountId: string;
  readonly personId: string;
  readonly settings: readonly MailSetting[];
}

/** Two IDs and the settings, in base64url. */
const CONTENT_LENGTH = 44;
const PATTERN = new RegExp(`^[\\w-]{${CONTENT_LENGTH + MAC_LENGTH}}$`);

/**
 * Makes and reads the tokens of links that turn off messages (notifications.md 7). They are not stored, so they don't
 * expire.
 */
export class UnsubscribeTokens {
  constructor(private readonly mac: KeyedMac) {}

  of({ accountId, personId, settings }: Unsubscription): string {
    const bits = settings.reduce((sum, name) => sum | (1 << UNSUBSCRIBABLE.indexOf(name)), 0);
    const bytes = Buffer.concat([...[accountId, personId].map(bytesOf), Buffer.of(bits)]);
    const content = bytes.toString('base64url');
    return content + this.mac.of(content);
  }

  /** Returns null unless this service made the token. */
  read(token: string): Unsubscription | null {
    const content = token.slice(0, CONTENT_LENGTH);
    if (!PATTERN.test(token) || !this.mac.verify(token.slice(CONTENT_LENGTH), content)) return null;
    const bytes = Buffer.from(content, 'base64url');
    const bits = bytes.readUInt8(32);
    return {
      accountId: idOf(bytes.subarray(0, 16)),
      personId: idOf(bytes.subarray(16, 32)),
      settings: UNSUBSCRIBABLE.filter((_, i) => bits & (1 << i)),
    };
  }
}

const bytesOf = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');

const idOf = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
