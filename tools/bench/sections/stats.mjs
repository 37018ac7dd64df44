/** Measures statistics over 30 days and a year (goal: median below 300 ms with 1,000,000 items). */
import { ITEMS, largeAccount, median, print, request, timeRequest } from '../harness.mjs';

const CALLS = 20;
const GOAL_MS = 300;
const DAYS = [30, 365];
const BATCH = 100;
/** Items whose status changes, so that the history has entries. */
const CHANGED = 2_000;

export async function benchStats(service) {
  const { key } = await largeAccount();
  await changeStatuses(service, key);
  const queries = ['metric=created', 'metric=created&by=source', 'metric=created&by=status'];
  queries.push('metric=status_changed&by=status', 'metric=time_to_first_change', 'metric=time_to_shipped');
  for (const days of DAYS) {
    const from = new Date(Date.now() - (days - 1) * 86_400_000).toISOString().slice(0, 10);
    for (const query of queries) {
      const times = [];
      const path = `/api/v1/feedback/stats?${query}&from=${from}&time_zone=Europe/Berlin`;
      for (let i = 0; i < CALLS; i++) times.push(await timeRequest(service, path, key));
      print(
        `stats ${query}, ${days} days, ${ITEMS / 1000}k items\n  ms median ${median(times).toFixed(1)}, slowest ${Math.max(...times).toFixed(0)}, goal ${GOAL_MS}`,
      );
    }
  }
}

async function changeStatuses(service, key) {
  for (let done = 0; done < Math.min(CHANGED, ITEMS); done += BATCH) {
    const page = await request(service, `/api/v1/feedback?limit=${BATCH}&offset=${done}`, key);
    const { data } = JSON.parse(page.body);
    const updates = data.map(({ id, status }) => ({ id, status: status === 'shipped' ? 'new' : 'shipped' }));
    await request(service, '/api/v1/feedback/batch', key, { method: 'POST', body: { updates } });
  }
}
