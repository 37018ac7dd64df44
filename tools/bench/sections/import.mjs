/**
 * Measures the time and memory growth of importing 100,000 rows, first as new rows and then again, and the latency of
 * other accounts meanwhile.
 */
import { once } from 'node:events';
import { createAccounts } from '../accounts.mjs';
import { account, measureGrowth, request, print, formatSeconds } from '../harness.mjs';
import { LOADS, runLoad } from '../loads.mjs';

const ROWS = 100_000;
const CHUNK = 500;
const GROWTH_GOAL_MB = 60;

export async function benchImport(service) {
  await benchOthers(service);
  for (const format of ['ndjson', 'csv']) {
    const { key } = await account(`import-${format}`);
    for (const title of ['new rows', 'existing rows']) {
      const start = performance.now();
      const { growth, result } = await measureGrowth(service, () => upload(service, key, format));
      const { status, body } = result;
      if (status !== 200) throw new Error(`import: ${status} ${body.slice(0, 300)}`);
      const { created, existing } = JSON.parse(body).data;
      print(
        `import of ${ROWS / 1000}k rows as ${format}, ${title}\n  ${formatSeconds(performance.now() - start)}   created ${created}, existing ${existing}   memory growth ${growth.toFixed(0)} MB, goal ${GROWTH_GOAL_MB}`,
      );
    }
  }
}

/** A load that leaves the processors idle part of the time, as in production. */
const CALM = { connections: 4, overallRate: 400 };
const P99_GOAL = 2;

async function benchOthers(service) {
  const accounts = await createAccounts(service);
  const measure = (load) => runLoad({ ...load, options: CALM }, accounts, service, 5);
  const p99 = async () => [(await measure(LOADS.list)).p99, (await measure(LOADS.create)).p99];
  await p99();
  const alone = await p99();
  const { key } = await account('import-beside');
  let isRunning = true;
  const importing = upload(service, key, 'ndjson').finally(() => (isRunning = false));
  const beside = await p99();
  if (!isRunning) print('  (the import ended before the measurement)');
  if ((await importing).status !== 200) throw new Error('import failed');
  ['list', 'create'].forEach((name, i) => {
    print(
      `p99 of other accounts, ${name}: alone / during an import\n  ms ${alone[i].toFixed(1)} / ${beside[i].toFixed(1)}   ratio ${(beside[i] / alone[i]).toFixed(2)}, goal ${P99_GOAL}`,
    );
  });
}

function upload(service, key, format) {
  return request(service, '/api/v1/feedback/import', key, {
    method: 'POST',
    headers: { 'content-type': format === 'csv' ? 'text/csv' : 'application/x-ndjson' },
    write: async (call) => {
      if (format === 'csv') call.write('external_id,title,description,submitter_email,status,created_at\r\n');
      for (let i = 0; i < ROWS; i += CHUNK) {
        const rows = Array.from({ length: CHUNK }, (_, j) => (format === 'csv' ? csvRow : jsonRow)(i + j));
        if (!call.write(rows.join(''))) await once(call, 'drain');
      }
      call.end();
    },
  });
}

const row = (i) => ({
  external_id: `bench:${i}`,
  title: `Wish number ${i}: more columns in the export`,
  description: `Every month we copy list ${i} by hand into a sheet. A file with the columns we choose would do.`,
  submitter_email: `user${i % 5000}@example.com`,
  status: ['new', 'planned', 'shipped'][i % 3],
  created_at: new Date(Date.UTC(2025, 0, 1) + i * 60_000).toISOString(),
});
const jsonRow = (i) => `${JSON.stringify(row(i))}\n`;
const csvRow = (i) =>
  `${Object.values(row(i))
    .map((value) => `"${value}"`)
    .join(',')}\r\n`;
