import {
  DEFAULT_SORT,
  type EntryStatus,
  type FeedbackSelection,
  type Position,
  type Sort,
} from '@libs/feedback';
import { CURSOR_MAX, cursorRule, type Issue } from '@libs/kernel';
import { invalidParameter } from '../http/query';
import { KeyedMac, MAC_LENGTH } from '../keyed-mac';

/** The list of a cursor. A cursor of another list is rejected. */
export interface CursorScope {
  readonly accountId: string;
  /** The kind of list, if not feedback. */
  readonly list?:
    | 'quarantine'
    | 'history'
    | 'changes'
    | 'with-deleted'
    | 'notes'
    | 'requests'
    | 'security-log'
    | 'notifications'
    | 'deliveries'
    | 'changelog'
    | 'changelog-draft'
    | 'changelog-published';
  /** Nested, not spread: copying it twice per page would cost more than reading its parameters. */
  readonly selection?: FeedbackSelection;
}

/** The list of all changelog entries, or of those of a status. */
export const changelogScope = (accountId: string, status: EntryStatus | undefined): CursorScope => ({
  accountId,
  list: status === undefined ? 'changelog' : `changelog-${status}`,
});

/** Version, sort order, and the key values of the last item: its sort key, if any, and its ID. */
interface Payload {
  readonly v: 1;
  readonly s: Sort;
  readonly k: readonly [id: string] | readonly [key: string, id: string];
}

/**
 * Encodes positions in a list as opaque cursors in base64url. They are signed, so that clients can't forge them, and
 * instances can trust cursors of each other.
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

  /** Returns the end of the previous page; null for a cursor that `encode` didn't create for this list. */
  decode(scope: CursorScope, cursor: string): Position | null {
    if (cursor.length > CURSOR_MAX || !/^[\w-]+$/.test(cursor)) return null;
    const payload = Buffer.from(cursor.slice(0, -MAC_LENGTH), 'base64url').toString();
    if (!this.mac.verify(cursor.slice(-MAC_LENGTH), signed(scope, payload))) return null;
    const { s, k } = JSON.parse(payload) as Payload;
    if (s !== sortOf(scope)) return null;
    return k.length === 1 ? { id: k[0] } : { id: k[1], key: k[0] };
  }
}

/** Returns the position of a cursor. Adds an error to `issues` if the cursor is of another list. */
export function positionAt(
  cursor: string | undefined,
  scope: CursorScope,
  cursors: CursorCodec,
  issues: Issue[],
): Position | undefined {
  if (cursor === undefined) return undefined;
  const position = cursors.decode(scope, cursor);
  if (position === null) issues.push(invalidParameter('cursor', cursorRule.demand!));
  return position ?? undefined;
}

const sortOf = ({ selection }: CursorScope): Sort => selection?.sort ?? DEFAULT_SORT;

/**
 * The signature covers the account and the filters, so the cursor doesn't contain them. Newer filters follow by name,
 * and only if they are set, so that existing cursors stay valid.
 */
function signed({ accountId, list, selection = {} }: CursorScope, payload: string): string {
  const { sort: _sort, status, q, submitter_email, created_after, created_before, ...later } = selection;
  const { updated_after, searchesSenders, source, importId, ...others } = later;
  const filters: unknown[] = [accountId, list, status, q, submitter_email];
  filters.push(created_after, created_before, updated_after);
  if (searchesSenders) filters.push('owner', source);
  else if (source !== undefined) filters.push('source', source);
  if (importId !== undefined) filters.push('import', importId);
  filters.push(...Object.entries(others).filter(([, value]) => value !== undefined));
  return `${JSON.stringify(filters)}\n${payload}`;
}
