import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Status } from '@libs/feedback';

/** Longest cursor that is looked at (API.md 3.3). */
const MAX_LENGTH = 4096;
const MAC_BYTES = 16;

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
  constructor(private readonly secret: Uint8Array) {}

  encode(scope: CursorScope, lastId: string): string {
    const payload = Buffer.from(JSON.stringify({ v: 1, s: SORT, k: [lastId] }));
    return Buffer.concat([payload, this.mac(scope, payload)]).toString('base64url');
  }

  /** Id of the last item of the page before; null for anything that `encode` did not make for this very list. */
  decode(scope: CursorScope, cursor: string): string | null {
    if (cursor.length > MAX_LENGTH || !/^[\w-]+$/.test(cursor)) return null;
    const bytes = Buffer.from(cursor, 'base64url');
    const payload = bytes.subarray(0, -MAC_BYTES);
    const mac = bytes.subarray(-MAC_BYTES);
    if (mac.length !== MAC_BYTES || !timingSafeEqual(mac, this.mac(scope, payload))) return null;
    const { k } = JSON.parse(payload.toString()) as { k: [string] };
    return k[0];
  }

  /** The filters are part of what is signed, so they need no place in the cursor. */
  private mac({ accountId, status }: CursorScope, payload: Uint8Array): Buffer {
    return createHmac('sha256', this.secret)
      .update(`${accountId}\n${status ?? ''}\n`)
      .update(payload)
      .digest()
      .subarray(0, MAC_BYTES);
  }
}

const SORT = '-created_at';
