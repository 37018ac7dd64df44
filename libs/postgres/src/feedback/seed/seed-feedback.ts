import { randomBytes } from 'node:crypto';
import { newFeedback, newFeedbackRule, type Feedback, type Source, type Status } from '@libs/feedback';
import { parse } from '@libs/kernel';
import type { DataSource } from 'typeorm';
import { ACCOUNT_ID, ACTOR, setting, UNRECORDED } from '../../connection/settings';
import { MERGE_ALL } from '../lists/search-index';
import { INSERTED, listsOf, typedLists } from '../items/feedback.schema';
import { DOMAINS, ENGLISH, FIRST_NAMES, LAST_NAMES, OTHER_LANGUAGES } from './seed-words';

export interface SeedOptions {
  readonly accountId: string;
  readonly count: number;
  /** End of the year that the items are from. Most are recent. */
  readonly now: Date;
  /** Called after each batch. */
  readonly onProgress?: (done: number) => void;
}

/** Indexing an item takes 0.5 ms, or several times that on a busy machine. A statement may take 10 seconds. */
const BATCH = 1_000;
const YEAR_MS = 365 * 86_400_000;

const INSERT = `
  INSERT INTO feedback (account_id, ${INSERTED}) SELECT $1, * FROM unnest(${typedLists(2)})`;

/** Adds realistic items in bulk, for demos and benchmarks. Each batch is a separate transaction. */
export async function seedFeedback(dataSource: DataSource, options: SeedOptions): Promise<void> {
  const { accountId, count, onProgress } = options;
  for (let first = 0; first < count; first += BATCH) {
    const items = Array.from({ length: Math.min(BATCH, count - first) }, (_, i) =>
      itemOf(first + i, options),
    );
    await dataSource.transaction(async (manager) => {
      await manager.query(`SELECT ${setting(ACCOUNT_ID, '$1')}, ${setting(ACTOR, `'${UNRECORDED}'`)}`, [
        accountId,
      ]);
      await manager.query(INSERT, [accountId, ...listsOf(items)]);
      await manager.query(MERGE_ALL);
    });
    onProgress?.(first + items.length);
  }
  // Don't wait for autovacuum: update the planner statistics, and mark pages as all-visible for deep offsets.
  await dataSource.query('VACUUM (ANALYZE) feedback, feedback_search');
}

/** Returns item `i` of `count`. The text is always the same for `i`. Older items come first, so that IDs increase. */
function itemOf(i: number, { accountId, count, now }: SeedOptions): Feedback {
  const random = randomOf(i);
  const { requests, topics } = random() < 0.85 ? ENGLISH : pick(OTHER_LANGUAGES, random());
  const createdAt = new Date(now.getTime() - Math.ceil((1 - (i + random()) / count) ** 2 * YEAR_MS));
  const status = statusOf(i, count, random());
  const isTriaged = status !== 'new';
  const age = now.getTime() - createdAt.getTime();
  const topic = pick(topics, random());
  const { title, details } = pick(requests, random());
  const input = parse(newFeedbackRule, {
    title: capitalized(title.replace('…', topic)),
    description: random() < 0.15 ? null : paragraph(details, topic, random),
    submitter_email: random() < 0.3 ? null : email(random),
    status,
  });
  return {
    ...newFeedback(accountId, input, weighted(SOURCE_WEIGHTS, random()), idAt(createdAt), createdAt),
    updated_at: (isTriaged
      ? new Date(createdAt.getTime() + Math.floor(age * random()))
      : createdAt
    ).toISOString(),
    version: isTriaged ? 2 : 1,
  };
}

/** Older items have been decided on, recent ones are mostly new. */
function statusOf(i: number, count: number, random: number): Status {
  const step = Math.min(1_000, Math.max(15, Math.ceil(count / BUILDING)));
  if (i % step === Math.floor(step / 2)) return 'building';
  const age = 1 - i / count;
  return weighted(
    { new: 0.85 - 0.6 * age, planned: 0.1 + 0.1 * age, shipped: 0.35 * age, declined: 1 },
    random,
  );
}

/** A team builds about a dozen items at a time; in large accounts one in 1,000, to exercise indexes with a rare value. */
const BUILDING = 12;

/** One detail or several, in their order. */
function paragraph(details: readonly string[], topic: string, random: () => number): string {
  const sentences = details.filter(() => random() < 0.6);
  return (sentences.length > 0 ? sentences : details.slice(0, 1)).join(' ').replaceAll('…', topic);
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function email(random: () => number): string {
  const number = Math.floor(random() * 1000);
  return `${pick(FIRST_NAMES, random())}.${pick(LAST_NAMES, random())}${number}@${pick(DOMAINS, random())}`;
}

/** Returns a UUIDv7 for this time. */
function idAt(at: Date): string {
  const time = at.getTime().toString(16).padStart(12, '0');
  const bytes = randomBytes(10);
  bytes[0] = 0x70 | (bytes[0]! & 0x0f);
  bytes[2] = 0x80 | (bytes[2]! & 0x3f);
  const random = bytes.toString('hex');
  return `${time.slice(0, 8)}-${time.slice(8)}-${random.slice(0, 4)}-${random.slice(4, 8)}-${random.slice(8)}`;
}

/** mulberry32: returns the same numbers for the same seed, uniform in [0, 1). */
function randomOf(seed: number): () => number {
  let state = Math.imul(seed + 1, 0x9e3779b1);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const pick = <T>(list: readonly T[], random: number): T => list[Math.floor(random * list.length)]!;

/** The first value whose weight, added to those before it, exceeds `random`. */
function weighted<T extends string>(weights: Readonly<Record<T, number>>, random: number): T {
  let rest = random;
  for (const [value, weight] of Object.entries(weights) as [T, number][])
    if ((rest -= weight) < 0) return value;
  return Object.keys(weights)[0] as T;
}

const SOURCE_WEIGHTS: Readonly<Record<Source, number>> = {
  form: 0.48,
  api: 0.25,
  widget: 0.15,
  dashboard: 0.1,
  mcp: 0.02,
  import: 0,
};
