import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { createReplicas, type ReplicasOptions } from './open-replicas';

/** How long a replica may take to contain the state of the primary when the inspection began. */
const WAIT_MS = 5_000;
const PAUSE_MS = 50;

/** Returns for each replica why the service would not use it now, or null if it would. Rejects without the primary. */
export async function inspectReplicas(
  primary: DataSource,
  options: Omit<ReplicasOptions, 'events' | 'onOpened'>,
): Promise<readonly (string | null)[]> {
  const reasons = new Map<number, string>();
  const events = { unusable: (replica: number, reason: string) => void reasons.set(replica, reason) };
  const replicas = createReplicas(primary, { ...options, poolSize: 1, events });
  const isKnown = () => replicas.all.every(({ isUsable }, i) => isUsable || reasons.has(i));
  const { now } = options;
  try {
    for (const startedAt = now(); !isKnown() && now() - startedAt < WAIT_MS; await sleep(PAUSE_MS)) {
      await replicas.check(now());
    }
    return replicas.all.map(({ isUsable }, i) =>
      isUsable ? null : (reasons.get(i) ?? `it was more than ${WAIT_MS / 1000} seconds behind`),
    );
  } finally {
    await replicas.close();
  }
}
