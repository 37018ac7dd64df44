import type { PostgresReplicas } from '../../replicas/open-replicas';
import type { Replica } from '../../replicas/replica';
import { FeedbackLists } from './feedback-lists';

export type Lists = Pick<FeedbackLists, 'list' | 'count' | 'countUpTo' | 'countByStatus' | 'aggregate'>;

/** Lists and counts that a replica returns if possible, and otherwise the primary. */
export function replicatedLists(primary: Lists, replicas: PostgresReplicas, maxScanned?: number): Lists {
  const copies = new Map<Replica, Lists>();
  const listsOf = (replica: Replica): Lists => {
    let lists = copies.get(replica);
    if (!lists) copies.set(replica, (lists = new FeedbackLists(replica.scope, maxScanned)));
    return lists;
  };
  const read = <T>(accountId: string, run: (lists: Lists) => Promise<T>): Promise<T> =>
    replicas.read(accountId, {
      onReplica: (replica) => run(listsOf(replica)),
      onPrimary: () => run(primary),
    });
  return {
    list: (accountId, query) => read(accountId, (lists) => lists.list(accountId, query)),
    count: (accountId, filter) => read(accountId, (lists) => lists.count(accountId, filter)),
    countUpTo: (accountId, filters, max) =>
      read(accountId, (lists) => lists.countUpTo(accountId, filters, max)),
    countByStatus: (accountId, filter) => read(accountId, (lists) => lists.countByStatus(accountId, filter)),
    aggregate: (accountId, statement) => read(accountId, (lists) => lists.aggregate(accountId, statement)),
  };
}
