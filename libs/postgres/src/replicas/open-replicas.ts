import type { DataSource } from 'typeorm';
import { poolOf, type DatabaseOptions } from '../connection/data-source';
import { AccountChanges } from './account-changes';
import { Marks } from './marks';
import { PrimaryReader } from './primary-state';
import { Replica } from './replica';
import { Replicas, type ReplicaEvents } from './replicas';

export type PostgresReplicas = Replicas<Replica>;

export interface ReplicasOptions extends Pick<DatabaseOptions, 'poolSize' | 'preparedStatements'> {
  readonly urls: readonly string[];
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
  readonly events?: ReplicaEvents;
  /** Called once for the connections of each replica, after the first one has opened. */
  readonly onOpened?: (dataSource: DataSource) => void;
}

/** Returns replicas that are not connected yet. They are used after the first `check`. */
export function createReplicas(
  primary: DataSource,
  { urls, now, events, onOpened, ...options }: ReplicasOptions,
): PostgresReplicas {
  const pool = poolOf(primary);
  const reader = new PrimaryReader(pool);
  const changes = new AccountChanges(pool);
  return new Replicas(
    {
      state: () => reader.read(),
      hasChangedAfter: (accountId, event) => changes.hasChangedAfter(accountId, event),
    },
    urls.map((url) => new Replica({ ...options, url }, now, onOpened)),
    new Marks(),
    events,
  );
}
