/** Compares one batch of 100 updates with 100 single updates (goal: 10 times as fast). */
import { median, request, ROUNDS, print, timeRequest } from '../harness.mjs';

const SIZE = 100;

export async function benchBatch(service, { key }) {
  const { body } = await request(service, `/api/v1/feedback?limit=${SIZE}`, key);
  const ids = JSON.parse(body).data.map(({ id }) => id);
  const batchTimes = [];
  const singleTimes = [];
  for (let i = 0; i < ROUNDS * 3; i++) {
    const title = `Round ${i} of ${Math.random()}`;
    const updates = ids.map((id) => ({ id, title }));
    batchTimes.push(
      await timeRequest(service, '/api/v1/feedback/batch', key, { method: 'POST', body: { updates } }),
    );
    let sum = 0;
    for (const id of ids) {
      const change = { method: 'PATCH', body: { title: `${title}, alone` } };
      sum += await timeRequest(service, `/api/v1/feedback/${id}`, key, change);
    }
    singleTimes.push(sum);
  }
  const ratio = median(singleTimes.map((time, i) => time / batchTimes[i]));
  print(
    `${SIZE} updates: one at a time / in one batch\n  ms ${median(singleTimes).toFixed(1)} / ${median(batchTimes).toFixed(1)}   ratio ${ratio.toFixed(1)}, goal 10`,
  );
}
