import type { AttemptResult } from '@libs/webhooks';
import type { Observer } from '../../metrics/observer';
import type { WorkerQueue } from './delivery-worker';

/** Returns the queue. It reports results after it has stored them. */
export const reporting = (queue: WorkerQueue, observer: Pick<Observer, 'attemptsRecorded'>): WorkerQueue => ({
  claim: (now, limit, share) => queue.claim(now, limit, share),
  record: async (results: readonly AttemptResult[]) => {
    const failing = await queue.record(results);
    observer.attemptsRecorded(results);
    return failing;
  },
});
