/** Backs up a million items while others are created, restores them, and compares every row with the snapshot. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import pg from 'pg';
import {
  account,
  formatSeconds,
  largeAccount,
  median,
  print,
  request,
  serviceUrl,
  superuserUrl,
} from '../harness.mjs';

const WRITERS = 4;
const CHECKSUM_BYTES = 72;
const NAME = 'feedback_restored';

export async function benchBackup(service) {
  await largeAccount();
  const { key } = await account('writers');
  const folder = mkdtempSync(join(tmpdir(), 'feedback-bench-backup-'));
  const [file, again] = ['1.backup', '2.backup'].map((name) => join(folder, name));
  const admin = new pg.Client({ connectionString: superuserUrl() });
  await admin.connect();
  try {
    const alone = await underLoad(service, key, () => new Promise((done) => setTimeout(done, 3_000)));
    const { result, writes, latency, slowest } = await underLoad(service, key, () =>
      operatorAt(serviceUrl(), 'backup', file),
    );
    print(
      `backup of ${result.items.toLocaleString('en')} items with ${writes} created meanwhile\n  ${formatSeconds(result.seconds * 1000)}, ` +
        `${(result.bytes / 1e6).toFixed(0)} MB, memory ${result.memory} MB\n  create ${latency.toFixed(1)} ms, alone ${alone.latency.toFixed(1)} ms; slowest ${slowest.toFixed(0)} ms, alone ${alone.slowest.toFixed(0)} ms`,
    );
    await admin.query(`DROP DATABASE IF EXISTS ${NAME}`);
    await admin.query(`CREATE DATABASE ${NAME} OWNER feedback`);
    const target = Object.assign(new URL(serviceUrl()), { pathname: `/${NAME}` }).toString();
    const restored = await operatorAt(target, 'restore', file);
    print(`restore\n  ${formatSeconds(restored.seconds * 1000)}, memory ${restored.memory} MB`);
    await operatorAt(target, 'backup', again);
    const isEqual = JSON.stringify(await digestsOf(file)) === JSON.stringify(await digestsOf(again));
    print(`  rows of every table equal the snapshot: ${isEqual ? 'yes' : 'NO'}`);
    await admin.query(`DROP DATABASE ${NAME}`);
  } finally {
    await admin.end();
    rmSync(folder, { recursive: true });
  }
}

/** Creates items until the work is done. Returns its result, and milliseconds per request. */
async function underLoad(service, key, work) {
  let isRunning = true;
  const times = [];
  const writers = Array.from({ length: WRITERS }, async (_, n) => {
    while (isRunning) {
      const start = performance.now();
      const body = JSON.stringify({
        title: `Item ${times.length} of ${n}`,
        description: 'Created during a backup',
      });
      await request(service, '/api/v1/feedback', key, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
      times.push(performance.now() - start);
    }
  });
  const result = await work().finally(() => (isRunning = false));
  await Promise.all(writers);
  return { result, writes: times.length, latency: median(times), slowest: Math.max(...times) };
}

/** Returns the result, with the largest memory of the process. */
function operatorAt(url, ...command) {
  return new Promise((resolve, reject) => {
    let memory = 0;
    const child = execFile(
      process.execPath,
      ['dist/apps/api/operator.js', ...command, '--json'],
      { env: { ...process.env, DATABASE_URL: url } },
      (error, stdout) => {
        clearInterval(timer);
        if (error) reject(error);
        else resolve({ ...JSON.parse(stdout), memory });
      },
    );
    const timer = setInterval(() => (memory = Math.max(memory, peakMegabytes(child.pid))), 50);
  });
}

/** 0 after the end of the process. */
function peakMegabytes(pid) {
  try {
    return Math.round(Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024);
  } catch {
    return 0;
  }
}

/** Number of rows, and a sum of digests of all rows, by table. Their order can differ. */
async function digestsOf(file) {
  const bytes = readFileSync(file);
  const start = bytes.indexOf(10) + 1;
  const names = JSON.parse(bytes.toString('utf8', 0, start)).tables.map(({ name }) => name);
  const text = createReadStream(file, { start, end: bytes.length - CHECKSUM_BYTES - 1 }).pipe(createGunzip());
  const tables = [];
  let [rows, sum] = [0, 0n];
  for await (const line of createInterface({ input: text, crlfDelay: Infinity })) {
    if (line === '\\.') {
      tables.push([names[tables.length], rows, sum.toString(16)]);
      [rows, sum] = [0, 0n];
    } else {
      rows++;
      sum = BigInt.asUintN(128, sum + BigInt(`0x${createHash('md5').update(line).digest('hex')}`));
    }
  }
  return tables;
}
