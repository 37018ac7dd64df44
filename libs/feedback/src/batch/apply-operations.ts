import { DomainError } from '@libs/kernel';
import type { MergeRevision } from '../duplicates/merge';
import type { Feedback } from '../items/feedback';
import { withStoredTags, type FindTags } from '../tags/stored-tags';
import { applyLines } from './apply-lines';
import type { BatchRevision, RevisedItems } from './batch';
import type { Outcome } from './operations';
import { nameOf, namedBy, plannedSteps, type NamedItems, type OperationsBatch } from './operations.plan';
import { idOfStep, runsOf, type Run } from './steps';

/** What a batch does in its transaction. The methods do the same as those of `FeedbackRepository`. */
export interface BatchTransaction {
  /** Creates the tags that do not exist. @throws DomainError `conflict` if there are too many */
  readonly ensureTags: FindTags;
  /** Locks the existing ones of these items, and the targets of their groups, until the end. */
  lock(named: NamedItems): Promise<readonly Feedback[]>;
  add(item: Feedback): Promise<void>;
  reviseAll(batch: BatchRevision): Promise<RevisedItems>;
  merge(merge: MergeRevision): Promise<RevisedItems>;
  remove(id: string): Promise<void>;
  findAll(ids: readonly string[]): Promise<readonly (Feedback | null)[]>;
}

/**
 * Applies the lines of a batch in their order.
 * @throws DomainError as `plannedSteps`, `revisedAll`, and `merged`; the transaction must then be rolled back
 */
export async function applyOperations(
  transaction: BatchTransaction,
  accountId: string,
  batch: OperationsBatch,
): Promise<readonly Outcome[]> {
  const operations = await withStoredTags(batch.operations, transaction.ensureTags);
  const stored = await transaction.lock(namedBy(operations));
  const tagged = { ...batch, operations: operations as OperationsBatch['operations'] };
  const steps = plannedSteps(accountId, tagged, stored);
  for (const run of runsOf(steps))
    await applyRun(transaction, batch, run).catch((error: unknown) => {
      throw withNames(error, tagged);
    });
  const ids = steps.map(idOfStep);
  const before = new Map(stored.map((item) => [item.id, item]));
  const after = await transaction.findAll(ids);
  return ids.map((id, i) => ({
    method: operations[i]!.method,
    id,
    before: before.get(id) ?? null,
    after: after[i]!,
  }));
}

/** Moves the errors of items from `id` to the field by which their lines name them. */
function withNames(error: unknown, { operations, pathOf }: OperationsBatch): unknown {
  if (!(error instanceof DomainError) || !error.facts.issues) return error;
  const names = new Map(operations.map((line, i) => [`${pathOf(i)}id`, pathOf(i) + nameOf(line)]));
  const issues = error.facts.issues.map((issue) => ({
    ...issue,
    ...(issue.param !== undefined && { param: names.get(issue.param) ?? issue.param }),
  }));
  return new DomainError(error.kind, error.code, error.message, { ...error.facts, issues });
}

async function applyRun(
  transaction: BatchTransaction,
  { by, now, pathOf }: OperationsBatch,
  { start, steps }: Run,
): Promise<void> {
  const [first] = steps;
  if (first?.method === 'create') return transaction.add(first.item);
  if (first?.method === 'delete') return transaction.remove(first.id);
  const updates = steps.flatMap((step) => (step.method === 'update' ? [step.update] : []));
  const at = now.toISOString();
  await applyLines(
    updates,
    (lines) => transaction.reviseAll({ ...lines, by, at }),
    (lines) => transaction.merge({ ...lines, by, at }),
    (index) => pathOf(start + index),
  );
}
