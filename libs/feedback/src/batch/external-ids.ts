import { externalIdTaken } from '../items/feedback';
import type { FeedbackRepository } from '../items/feedback.ports';
import { linePath, type FeedbackUpdate } from './batch';

/**
 * Checks the external IDs that lines set against the items before the batch: an ID that another item has, or that an earlier
 * line sets, is taken, also if a line clears it. So the result does not depend on the order in which rows are written.
 * @throws DomainError `conflict` with every such line
 */
export async function assertFreeExternalIds(
  items: Pick<FeedbackRepository, 'findHolders'>,
  accountId: string,
  updates: readonly FeedbackUpdate[],
): Promise<void> {
  const wanted = updates.flatMap(({ external_id: externalId }) => externalId ?? []);
  if (wanted.length === 0) return;
  const holders = new Map(await items.findHolders(accountId, [...new Set(wanted)]));
  const taken = updates.flatMap(({ id, external_id: externalId }, i) => {
    if (externalId === undefined || externalId === null) return [];
    const holder = holders.get(externalId);
    holders.set(externalId, id);
    return holder === undefined || holder === id ? [] : [`${linePath(i)}external_id`];
  });
  if (taken.length > 0) throw externalIdTaken(taken);
}
