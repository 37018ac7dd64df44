import type { DataSource } from 'typeorm';
import { AccountScope } from '../connection/account-scope';
import { SCOPE, setScope, type Author, type Plan, type Settings } from '../connection/scoped-query';

/**
 * Also fails, by a division by zero, if the server has not replayed the write-ahead log up to position $5. A check before
 * the statement isn't enough: since then, the server may have restarted, or the URL may lead to another one.
 */
const TEXT = `SELECT ${SCOPE},
  1 / coalesce(pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0') >= $5::numeric, $5::numeric = 0)::integer`;

/** The code of a division by zero. */
export const BEHIND = '22012';

/** Sets the account, if the server has replayed the write-ahead log up to this position. */
export const setReplicaScope = (accountId: string, position: number, plan?: Plan): Settings => ({
  name: 'set_replica_scope',
  text: TEXT,
  values: [...setScope(accountId, undefined, plan).values, String(position)],
});

/** The scope of an account on a replica. Its statements and transactions fail on a server that lacks `position`. */
export class ReplicaScope extends AccountScope {
  constructor(
    dataSource: DataSource,
    private readonly position: () => number,
  ) {
    super(dataSource);
  }

  protected override settings(accountId: string, _by?: Author, plan?: Plan): Settings {
    return setReplicaScope(accountId, this.position(), plan);
  }
}
