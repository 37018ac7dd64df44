import { noticesOf, revisedAll, type BatchRevision, type RevisedItems } from '@libs/feedback';
import { isUuid } from '@libs/kernel';
import type { SendStatement } from '../idempotency/run-once';
import type { FeedbackRow } from '../items/feedback.schema';
import { itemsOf } from '../items/items-of';
import { reviseAllStatement } from './revise-all.sql';
import { holdMessages } from '../status-messages/hold-messages';
import { sortByIds } from './sort-by-ids';

/**
 * Applies all updates of a batch or none, in one statement. A malformed ID counts as an unknown item, so nothing changes.
 * If one asks for a message about status, it must run in a transaction.
 */
export async function reviseAll(
  send: SendStatement,
  accountId: string,
  { updates, by, ...revision }: BatchRevision,
): Promise<RevisedItems> {
  const named = updates.filter(({ id }) => isUuid(id));
  const statement = reviseAllStatement(accountId, { updates: named, ...revision }, updates.length);
  const { rows } = await send<FeedbackRow>(statement);
  const ids = updates.map(({ id }) => id);
  const items = revisedAll(sortByIds(ids, await itemsOf(send, accountId, rows)), { updates, ...revision });
  await holdMessages(send, accountId, noticesOf(updates, items), { by, at: revision.at });
  return items;
}
