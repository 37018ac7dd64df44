import {
  alreadySent,
  dueAt,
  notifyLimitExceeded,
  type ChangelogEntry,
  type EntryChange,
  type EntryRevision,
} from '@libs/feedback';
import type { PoolClient } from 'pg';
import { rowsOf } from '../../connection/array-rows';
import { textOf } from '../../connection/scoped-query';
import { IS_ABOVE_LIMIT, LOCK } from '../status-messages/status-message.sql';
import { CANCEL, COUNT, HOLD, IS_SENT } from './entry-message.sql';

/**
 * Holds or cancels the message about an entry, in the transaction of its change. The entry is locked. Returns whether that
 * changed something.
 * @throws DomainError as `ChangelogRepository.revise`; the transaction must then be rolled back
 */
export async function changeMessage(
  client: PoolClient,
  { accountId, id, status }: ChangelogEntry,
  { notify, set_shipped: shipsItems = false }: EntryChange,
  { by, at }: EntryRevision,
): Promise<boolean> {
  if (notify === true) {
    await client.query(LOCK, [accountId]);
    const { rows } = await client.query<{ count: number }>(COUNT, [accountId, id, shipsItems]);
    const values = [accountId, id, textOf(by), at, dueAt(at), rows[0]!.count];
    if ((await client.query(HOLD, values)).rowCount === 0) return false;
    const limit = await client.query<[boolean]>(rowsOf(IS_ABOVE_LIMIT, [accountId, at]));
    if (limit.rows[0]![0]) throw notifyLimitExceeded();
    return true;
  }
  if (notify !== false && status === 'published') return false;
  if ((await client.query(CANCEL, [accountId, id])).rowCount === 1) return true;
  if (notify === false && (await client.query(IS_SENT, [accountId, id])).rowCount === 1) throw alreadySent();
  return false;
}
