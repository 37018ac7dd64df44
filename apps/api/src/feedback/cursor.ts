import { DEFAULT_SORT, type FeedbackFilter, type Position, type Sort } from '@libs/feedback';
import { KeyedMac, MAC_LENGTH } from '../keyed-mac';

/** Longest cursor that is looked at (API.md 3.3). */
export const CURSOR_MAX = 4096;

/** Which list a cursor goes on in: one made for another list is refused. */
export interface CursorScope extends FeedbackFilter {
  readonly accountId: string;
  readonly sort?: Sort;
  /** What is listed, if not feedback. */
  readonly list?: 'quarantine';
}

/** Version, sort and last key values: the id, and before it what the sort goes by. */
interface Payload {
  readonly v: 1;
  readonly s: Sort;
  readonly k: readonly [id: string] | readonly [key: string, id: string];
}

/**
 * Opaque positions in a list, in base64url and signed, so that nobody builds one by hand and an instance trusts what
 * another one gave out.
 */
export class CursorCodec {
  private readonly mac: KeyedMac;

  constructor(secret: Uint8Array) {
    this.mac = new KeyedMac(secret);
  }

  encode(scope: CursorScope, { id, key }: Position): string {
    const k = key === undefined ? ([id] as const) : ([key, id] as const);
    const payload = JSON.stringify({ v: 1, s: scope.sort ?? DEFAULT_SORT, k } satisfies Payload);
    return Buffer.from(payload).toString('base64url') + this.mac.of(signed(scope, payload));
  }

  /** Where the page before ended; null for anything that `encode` did not make for this very list. */
  decode(scope: CursorScope, cursor: string): Position | null {
    if (cursor.length > CURSOR_MAX || !/^[\w-]+$/.test(cursor)) return null;
    const payload = Buffer.from(cursor.slice(0, -MAC_LENGTH), 'base64url').toString();
    if (!this.mac.fits(cursor.slice(-MAC_LENGTH), signed(scope, payload))) return null;
    const { s, k } = JSON.parse(payload) as Payload;
    if (s !== (scope.sort ?? DEFAULT_SORT)) return null;
    return k.length === 1 ? { id: k[0] } : { id: k[1], key: k[0] };
  }
}

/** Account and filters are part of what is signed, so they need no place in the cursor. */
function signed(scope: CursorScope, payload: string): string {
  const { accountId, list, status, q, submitterEmail, createdAfter, createdBefore, updatedAfter } = scope;
  const filters = [accountId, list, status, q, submitterEmail, createdAfter, createdBefore, updatedAfter];
  return `${JSON.stringify(filters)}\n${payload}`;
}
