import {
  applyOperations,
  changesGroups,
  changesTags,
  type OperationsBatch,
  type Outcome,
} from '@libs/feedback';
import { isUuid } from '@libs/kernel';
import type { PoolClient } from 'pg';
import { rowsOf } from '../../connection/array-rows';
import { lockGroupsStatement } from '../duplicates/merge.sql';
import { mergeItems } from '../duplicates/merge-items';
import type { SendStatement } from '../idempotency/run-once';
import type { FeedbackRow } from '../items/feedback.schema';
import { deleteStatement, insertStatement, SELECT_ALL } from '../items/feedback.sql';
import { itemsOf } from '../items/items-of';
import { ensureTags } from '../tags/create-missing';
import { lockTagsStatement } from '../tags/tag.sql';
import { lockExternalIdsStatement, lockItemsStatement } from './apply-all.sql';
import { reviseAll } from './revise-all';
import { sortByIds } from './sort-by-ids';

/**
 * Applies `applyOperations` in the transaction of the client, with the statements of single items. Takes all locks before
 * the first change: those of the account in the order in which a merge does, and then the items in the order of their IDs.
 */
export async function applyAll(
  client: PoolClient,
  accountId: string,
  batch: OperationsBatch,
): Promise<readonly Outcome[]> {
  const { operations, newId } = batch;
  const send: SendStatement = (statement) => client.query(statement);
  const setsExternalIds = operations.some(({ method, external_id: id }) => method !== 'delete' && id);
  if (setsExternalIds) await send(lockExternalIdsStatement(accountId));
  if (changesGroups(operations)) {
    await send(lockGroupsStatement(accountId));
    if (operations.some(changesTags)) await send(lockTagsStatement(accountId));
  }
  const read = async (statement: ReturnType<typeof rowsOf>) =>
    itemsOf(send, accountId, (await send<FeedbackRow>(statement)).rows);
  return applyOperations(
    {
      ensureTags: (names) => ensureTags(client, accountId, names, newId),
      lock: ({ ids, externalIds }) => read(lockItemsStatement(accountId, ids.filter(isUuid), externalIds)),
      add: async (item) => void (await send(insertStatement(item))),
      reviseAll: (updates) => reviseAll(send, accountId, updates),
      merge: (merge) => mergeItems(send, accountId, merge),
      remove: async (id) => void (await send(deleteStatement(accountId, id, 'any'))),
      findAll: async (ids) => sortByIds(ids, await read(rowsOf(SELECT_ALL, [accountId, ids]))),
    },
    accountId,
    batch,
  );
}
