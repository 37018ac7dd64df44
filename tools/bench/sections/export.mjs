/** Compares an export over HTTP with a raw COPY of the same rows in the same order, and measures memory growth. */
import { get } from 'node:http';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import {
  measureGrowth,
  ITEMS,
  largeAccount,
  median,
  ROUNDS,
  print,
  formatSeconds,
  superuserUrl,
} from '../harness.mjs';

const COLUMNS = 'id, title, description, submitter_email, status, source, created_at, updated_at';
const RATIO_GOAL = 0.9;
const GROWTH_GOAL_MB = 60;

/** The queries for `psql \copy`. The unusual quote and delimiter leave JSON unescaped. */
const RAW_COPY = {
  ndjson: (rows) =>
    `COPY (SELECT row_to_json(item) FROM (${rows}) item) TO STDOUT (FORMAT csv, QUOTE E'\\x01', DELIMITER E'\\x02')`,
  csv: (rows) => `COPY (${rows}) TO STDOUT (FORMAT csv, HEADER)`,
};

export async function benchExport(service) {
  const { key, accountId } = await largeAccount();
  const client = new pg.Client({ connectionString: superuserUrl() });
  await client.connect();
  const rows = `SELECT ${COLUMNS} FROM feedback WHERE account_id = '${accountId}' ORDER BY id DESC`;
  try {
    for (const format of ['ndjson', 'csv', 'json']) {
      const raw = () => timeStream(client.query(copyTo(RAW_COPY[format === 'csv' ? 'csv' : 'ndjson'](rows))));
      const served = async () =>
        timeStream(await download(service, `/api/v1/feedback/export?format=${format}`, key));
      await compare(format, raw, served, service);
    }
  } finally {
    await client.end();
  }
}

async function compare(format, raw, served, service) {
  await raw();
  const rounds = [];
  let maxGrowth = 0;
  for (let i = 0; i < ROUNDS; i++) {
    const first = i % 2 === 0 && (await raw());
    const { result, growth } = await measureGrowth(service, served);
    rounds.push({ raw: first || (await raw()), served: result });
    maxGrowth = Math.max(maxGrowth, growth);
  }
  const ratio = median(rounds.map((round) => round.raw.time / round.served.time));
  const medianTime = (who) => formatSeconds(median(rounds.map((round) => round[who].time)));
  print(
    `export of ${ITEMS / 1000}k items, ${format}: raw COPY / service\n  ${medianTime('raw')} / ${medianTime('served')}   ratio ${ratio.toFixed(2)}, goal ${RATIO_GOAL}` +
      `\n  MB sent ${(rounds[0].raw.bytes / 1e6).toFixed(0)} / ${(rounds[0].served.bytes / 1e6).toFixed(0)}   memory growth ${maxGrowth.toFixed(0)} MB, goal ${GROWTH_GOAL_MB}`,
  );
}

/** Reads a stream to its end and discards the data. */
async function timeStream(stream) {
  const start = performance.now();
  let bytes = 0;
  const output = new Writable({
    highWaterMark: 1 << 20,
    write(chunk, _encoding, done) {
      bytes += chunk.length;
      done();
    },
  });
  await pipeline(stream, output);
  return { time: performance.now() - start, bytes };
}

function download({ origin }, path, key) {
  return new Promise((resolve, reject) => {
    get(`${origin}${path}`, { headers: { 'x-api-key': key } }, (response) => {
      if (response.statusCode === 200) resolve(response);
      else reject(new Error(`${path}: ${response.statusCode}`));
    }).on('error', reject);
  });
}
