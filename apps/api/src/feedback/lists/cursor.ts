import { CURSOR_MAX, DEFAULT_SORT, type FeedbackSelection, type Position, type Sort } from '@libs/feedback';
import { KeyedMac, MAC_LENGTH } from '../../keyed-mac';

/** Which list a cursor goes on in: one made for another list is refused. */
export interface CursorScope {
  readonly accountId: string;
  /** What is listed, if not feedback. */
  readonly list?: 'quarantine';
  /** As a part and not spread out: copied twice for each page, it would cost more than all its parameters do to read. */
  readonly selection?: FeedbackSelection;
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
    const payload = JSON.stringify({ v: 1, s: sortOf(scope), k } satisfies Payload);
    return Buffer.from(payload).toString('base64url') + this.mac.of(signed(scope, payload));
  }

  /** Where the page before ended; null for anything that `encode` did not make for this very list. */
  decode(scope: CursorScope, cursor: string): Position | null {
    if (cursor.length > CURSOR_MAX || !/^[\w-]+$/.test(cursor)) return null;
    const payload = Buffer.from(cursor.slice(0, -MAC_LENGTH), 'base64url').toString();
    if (!this.mac.fits(cursor.slice(-MAC_LENGTH), signed(scope, payload))) return null;
    const { s, k } = JSON.parse(payload) as Payload;
    if (s !== sortOf(scope)) return null;
    return k.length === 1 ? { id: k[0] } : { id: k[1], key: k[0] };
  }
}

const sortOf = ({ selection }: CursorScope): Sort => selection?.sort ?? DEFAULT_SORT;

/**
 * Account and filters are part of what is signed, so they need no place in the cursor. Filters that came later follow
 * by name, and only where they are set: cursors that were given out before stay valid.
 */
function signed({ accountId, list, selection = {} }: CursorScope, payload: string): string {
  const { sort: _sort, status, q, submitterEmail, createdAfter, createdBefore, ...later } = selection;
  const { updatedAfter, searchesSenders, source, importId, ...others } = later;
  const filters: unknown[] = [accountId, list, status, q, submitterEmail];
  filters.push(createdAfter, createdBefore, updatedAfter);
  if (searchesSenders) filters.push('owner', source);
  if (importId !== undefined) filters.push('import', importId);
  filters.push(...Object.entries(others).filter(([, value]) => value !== undefined));
  return `${JSON.stringify(filters)}\n${payload}`;
}
