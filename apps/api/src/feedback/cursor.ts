import { hash, timingSafeEqual } from 'node:crypto';
import type { Status } from '@libs/feedback';

/** Longest cursor that is looked at (API.md 3.3). */
const MAX_LENGTH = 4096;
/** 132 bits in base64url. */
const MAC_LENGTH = 22;

/** Which list a cursor goes on in: one made for another list is refused. */
export interface CursorScope {
  readonly accountId: string;
  readonly status?: Status;
}

/**
 * Opaque positions in a list: version, sort and last id in base64url, signed, so that nobody builds one by hand
 * and an instance trusts what another one gave out.
 */
export class CursorCodec {
  private readonly secret: string;

  constructor(secret: Uint8Array) {
    this.secret = Buffer.from(secret).toString('base64url');
  }

  encode(scope: CursorScope, lastId: string): string {
    const payload = JSON.stringify({ v: 1, s: SORT, k: [lastId] });
    return Buffer.from(payload).toString('base64url') + this.mac(scope, payload);
  }

  /** Id of the last item of the page before; null for anything that `encode` did not make for this very list. */
  decode(scope: CursorScope, cursor: string): string | null {
    if (cursor.length > MAX_LENGTH || !/^[\w-]+$/.test(cursor)) return null;
    const payload = Buffer.from(cursor.slice(0, -MAC_LENGTH), 'base64url').toString();
    const mac = Buffer.from(cursor.slice(-MAC_LENGTH));
    const expected = Buffer.from(this.mac(scope, payload));
    if (mac.length !== expected.length || !timingSafeEqual(mac, expected)) return null;
    const { k } = JSON.parse(payload) as { k: [string] };
    return k[0];
  }

  /**
   * The filters are part of what is signed, so they need no place in the cursor. A key in front of SHA-3 is a MAC
   * as it stands (Keccak is not open to length extension); HMAC's two objects a page cost five times as much.
   */
  private mac({ accountId, status }: CursorScope, payload: string): string {
    const signed = `${this.secret}\n${accountId}\n${status ?? ''}\n${payload}`;
    return hash('sha3-256', signed, 'base64url').slice(0, MAC_LENGTH);
  }
}

const SORT = '-created_at';
