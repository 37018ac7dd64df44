import { linePath, type Feedback, type FeedbackUpdate } from '@libs/feedback';
import {
  aFeedback,
  aPublicCard,
  anAccountId,
  GroupModel,
  groupStateOf,
  idAt,
  type GroupState,
  type GroupStep,
} from '@libs/feedback/testing';
import { apiKeyActor, DomainError, SYSTEM, type Actor } from '@libs/kernel';
import type { DataSource } from 'typeorm';
import { AccountScope } from '../src/connection/account-scope';
import { itemAdapters, itemLists } from './item-adapters';

const AT = '2026-03-03T10:09:00.000Z';
/** What each person asks with, so that asking twice changes nothing. */
const COMPANIES = ['Acme', 'ACME', 'Beta', null];
const EMAILS = ['ada@example.com', 'ADA@example.com', 'eve@example.com', 'joe@example.com', null];

interface RandomMerges {
  readonly operations: number;
  readonly items: number;
  readonly workers: number;
  readonly seed: number;
}

interface Outcome {
  readonly stored: Readonly<Record<string, GroupState>>;
  /** What the model predicts for the operations with an effect, in the order in which they were committed. */
  readonly expected: Readonly<Record<string, GroupState>>;
  /** Operations with an effect that are impossible in the model. */
  readonly impossible: readonly GroupStep[];
  /** Items whose version is not one more than the number of their changes, or that an operation changed twice. */
  readonly miscounted: readonly string[];
  readonly effective: number;
  /** Items whose number of votes differs from that of the stored votes of their group. */
  readonly miscountedVotes: readonly string[];
}

/** Merges, unmerges, deletes, and asks for random items on several connections at the same time. */
export async function mergeAtRandom(
  dataSource: DataSource,
  { operations, items: size, workers, seed }: RandomMerges,
): Promise<Outcome> {
  const { items: repository, requests, votes } = itemAdapters(dataSource);
  const accountId = anAccountId();
  const random = randomOf(seed);
  const submitters = new Map<string, string | null>();
  const add = async () => {
    const submitter_email = EMAILS[submitters.size % EMAILS.length]!;
    const item = aFeedback({ accountId, submitter_email, public: aPublicCard() });
    submitters.set(item.id, item.submitter_email);
    await repository.add(item, SYSTEM);
    return item.id;
  };
  const pool: string[] = [];
  for (let n = 0; n < size; n++) pool.push(await add());
  const steps = new Map<string, readonly GroupStep[]>();
  const pick = () => Math.floor(random() * size);
  const askOrWithdraw = async (id: string, operation: string, by: Actor) => {
    const person = Math.floor(random() * 9);
    const email = `p${person}@example.com`;
    if (random() < 0.3) {
      steps.set(operation, [{ kind: 'withdraw', id, email }]);
      const found = (await requests.list(accountId, id, { limit: 100 }))?.find(
        (one) => one.email === email && one.feedback_id === id,
      );
      if (found) await requests.remove(accountId, id, found.id, by);
      return;
    }
    const named = { email, company: COMPANIES[person % COMPANIES.length]!, value: person, count: 1 };
    const request = random() < 0.2 ? { email: null, company: null, value: 0.5, count: 3 } : named;
    steps.set(operation, [{ kind: 'ask', id, request }]);
    const now = new Date(AT);
    await requests.add(accountId, id, { inputs: [request], source: 'api', by, now, newId: () => idAt(AT) });
  };
  /** Votes are in no event, and sums of them do not depend on the order, so they are no steps of the model. */
  const voteOrWithdraw = async () => {
    const chance = random();
    const id = pool[pick()]!;
    const voter = `network ${Math.floor(random() * 20)}`;
    if (chance < 0.2) return votes.withdraw(accountId, id, [voter]);
    if (chance < 0.25) return void (await votes.removeSource(accountId, voter));
    return votes.add(accountId, id, { voters: [voter], source: voter }, AT);
  };
  const run = async () => {
    if (random() < 0.3) return voteOrWithdraw();
    const operation = idAt(AT);
    const by = apiKeyActor(operation);
    const chance = random();
    const slot = pick();
    const id = pool[slot]!;
    if (chance < 0.1) {
      steps.set(operation, [{ kind: 'delete', ids: [id] }]);
      await repository.remove(accountId, id, 'any', by);
      pool[slot] = await add();
      return;
    }
    if (chance > 0.7) return askOrWithdraw(id, operation, by);
    const target = () => (random() < 0.3 ? null : pool[pick()]!);
    const ids = chance < 0.25 ? [...new Set([id, pool[pick()]!, pool[pick()]!])] : [id];
    const updates = ids.map((one): FeedbackUpdate => ({ id: one, merged_into: target() }));
    steps.set(
      operation,
      updates.map((one) => ({ kind: 'merge', id: one.id, target: one.merged_into! })),
    );
    await repository.merge(accountId, { updates, by, at: AT, pathOf: linePath }).catch(ignoreConflict);
  };
  let left = operations;
  const work = async () => {
    while (left-- > 0) await run();
  };
  await Promise.all(Array.from({ length: workers }, work));
  return outcomeOf(dataSource, accountId, steps, submitters);
}

/** Replays the operations with an effect in the order of their recorded changes. */
async function outcomeOf(
  dataSource: DataSource,
  accountId: string,
  steps: ReadonlyMap<string, readonly GroupStep[]>,
  submitters: ReadonlyMap<string, string | null>,
): Promise<Outcome> {
  const recorded = await new AccountScope(dataSource).query(accountId, {
    text: `SELECT actor, kind, item->>'id' AS id FROM feedback_changes WHERE account_id = $1 ORDER BY seq`,
    values: [accountId],
  });
  const changes = recorded.rows as { actor: string; kind: string; id: string }[];
  const model = new GroupModel(submitters);
  const done = new Set<string>();
  const impossible: GroupStep[] = [];
  const versions = new Map<string, number>();
  const miscounted: string[] = [];
  const seen = new Set<string>();
  for (const { actor, kind, id } of changes) {
    const operation = actor.split(':')[1];
    if (kind === 'updated') {
      versions.set(id, (versions.get(id) ?? 1) + 1);
      if (seen.has(`${operation} ${id}`)) miscounted.push(id);
      seen.add(`${operation} ${id}`);
    }
    if (operation === undefined || done.has(operation)) continue;
    done.add(operation);
    for (const step of steps.get(operation)!) if (!model.apply(step)) impossible.push(step);
  }
  const rows = await allItems(dataSource, accountId);
  miscounted.push(
    ...rows.filter(({ id, version }) => version !== (versions.get(id) ?? 1)).map(({ id }) => id),
  );
  const withoutVotes = (row: GroupState) => ({ ...row, unconfirmed_votes: 0 });
  const stored = Object.fromEntries(rows.map((row) => [row.id, withoutVotes(groupStateOf(row))]));
  const miscountedVotes = await withWrongVotes(dataSource, accountId, rows);
  return { stored, expected: model.states(), impossible, miscounted, miscountedVotes, effective: done.size };
}

async function withWrongVotes(
  dataSource: DataSource,
  accountId: string,
  rows: readonly Feedback[],
): Promise<readonly string[]> {
  const counted = await new AccountScope(dataSource).query(accountId, {
    text: 'SELECT feedback_id AS id, count(*)::integer AS votes FROM feedback_votes WHERE account_id = $1 GROUP BY 1',
    values: [accountId],
  });
  const own = new Map((counted.rows as { id: string; votes: number }[]).map(({ id, votes }) => [id, votes]));
  const votesOf = (id: string) =>
    rows
      .filter((row) => row.id === id || row.merged_into === id)
      .reduce((sum, row) => sum + (own.get(row.id) ?? 0), 0);
  const isWrong = ({ id, unconfirmed_votes: votes }: Feedback) => votes !== votesOf(id);
  const orphans = [...own.keys()].filter((id) => !rows.some((row) => row.id === id));
  return [...rows.filter(isWrong).map(({ id }) => id), ...orphans];
}

const allItems = (dataSource: DataSource, accountId: string): Promise<readonly Feedback[]> =>
  itemLists(dataSource).list(accountId, { limit: 10_000, offset: 0, merged: 'include' });

/** Merges that are not possible, and items that are deleted meanwhile, are part of the test. */
function ignoreConflict(error: unknown): void {
  const isExpected =
    error instanceof DomainError && ['merge_conflict', 'feedback_not_found'].includes(error.code);
  if (!isExpected) throw error;
}

/** Returns the same numbers for the same seed, uniform in [0, 1). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
