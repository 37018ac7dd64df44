import type { Follower } from '@libs/feedback';
import { LONG_MAC_LENGTH, type KeyedMac } from '../keyed-mac';

/** The ID of a follower or item, in base64url. */
const ID_LENGTH = 22;
const PATTERN = new RegExp(`^[\\w-]{${ID_LENGTH + LONG_MAC_LENGTH}}$`);
const ITEM = 'i';

type LinkedFollower = Pick<Follower, 'accountId' | 'id' | 'generation'>;

/**
 * Makes and checks the tokens of links to pages of people (following.md 4, following.md 7). They are keyed hashes of 256
 * bits, not stored random values: each message has the same link, the link works as long as its follower, and a copy of
 * the database opens no page.
 */
export class FollowTokens {
  constructor(private readonly mac: KeyedMac) {}

  of(follower: LinkedFollower): string {
    return packed(follower.id) + this.mac.long(contentOf(follower));
  }

  /** The ID of the follower that a token claims; null for every other text. */
  claimed(token: string): string | null {
    if (!PATTERN.test(token)) return null;
    const id = unpacked(token);
    // The last character of the ID has bits that say nothing.
    return token.startsWith(packed(id)) ? id : null;
  }

  verify(token: string, follower: LinkedFollower): boolean {
    return (
      this.claimed(token) === follower.id && this.mac.verifyLong(token.slice(ID_LENGTH), contentOf(follower))
    );
  }

  /** The token of a link to one item, which needs no address. */
  ofItem(accountId: string, itemId: string): string {
    return ITEM + packed(itemId) + this.mac.long(itemContent(accountId, itemId));
  }

  /** The ID of the item; null unless this service made the token for the account. */
  readItem(accountId: string, token: string): string | null {
    const rest = token.slice(ITEM.length);
    if (!token.startsWith(ITEM) || !PATTERN.test(rest)) return null;
    const itemId = unpacked(rest);
    if (!rest.startsWith(packed(itemId))) return null;
    return this.mac.verifyLong(rest.slice(ID_LENGTH), itemContent(accountId, itemId)) ? itemId : null;
  }
}

const contentOf = ({ accountId, id, generation }: LinkedFollower): string =>
  `follower ${accountId} ${id} ${generation}`;
const itemContent = (accountId: string, itemId: string): string => `followed item ${accountId} ${itemId}`;

const packed = (id: string): string => Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url');

const unpacked = (token: string): string =>
  Buffer.from(token.slice(0, ID_LENGTH), 'base64url')
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
