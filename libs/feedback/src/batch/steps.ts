import type { Feedback } from '../items/feedback';
import { REQUESTS_MAX } from '../requests/request';
import type { FeedbackUpdate } from './batch';

/** What a line does to the stored items. */
export type Step =
  | { readonly method: 'create'; readonly item: Feedback }
  | { readonly method: 'update'; readonly update: FeedbackUpdate }
  | { readonly method: 'delete'; readonly id: string };

export function idOfStep(step: Step): string {
  if (step.method === 'create') return step.item.id;
  return step.method === 'update' ? step.update.id : step.id;
}

/** Steps that are applied together, of lines that follow each other. */
export interface Run {
  /** The index of the first line. */
  readonly start: number;
  readonly steps: readonly Step[];
}

/** Joins updates that follow each other, which one statement can apply. */
export function runsOf(steps: readonly Step[]): readonly Run[] {
  const runs: { start: number; steps: Step[] }[] = [];
  steps.forEach((step, i) => {
    const last = runs.at(-1);
    if (step.method === 'update' && last?.steps[0]!.method === 'update') last.steps.push(step);
    else runs.push({ start: i, steps: [step] });
  });
  return runs;
}

/** Of the groups that runs of a batch change. A group counts once for each run that changes it. */
export interface Grouped {
  /** Runs that change groups. */
  readonly runs: number;
  readonly duplicates: number;
  /** At least the number of stored requests, up to the maximum of each item. */
  readonly requests: number;
}

const NOTHING: Grouped = { runs: 0, duplicates: 0, requests: 0 };
const sumOf = (one: Grouped, other: Grouped): Grouped => ({
  runs: one.runs + other.runs,
  duplicates: one.duplicates + other.duplicates,
  requests: one.requests + other.requests,
});

/** The group of a target. An item stands for at least as many people as it has stored requests. */
const groupOf = ({ duplicate_count: duplicates, request_count: requests }: Feedback): Grouped => ({
  runs: 0,
  duplicates,
  requests: Math.min(requests, REQUESTS_MAX * (duplicates + 1)),
});

/** Measures the groups of each run. A group has those that earlier lines have merged into it, too. */
export function groupedBy(steps: readonly Step[], stored: readonly Feedback[]): Grouped {
  const groups = new Map(stored.map((item) => [item.id, groupOf(item)]));
  const targets = new Map(stored.map((item) => [item.id, item.merged_into ?? item.id]));
  const targetOf = (id: string) => targets.get(id) ?? id;
  const groupOfTarget = (target: string) => groups.get(target) ?? NOTHING;
  return runsOf(steps).reduce((sum, { steps: run }) => {
    const changed = [...new Set(run.flatMap(regroupedBy).map(targetOf))];
    const total = changed.map(groupOfTarget).reduce(sumOf, sum);
    for (const step of run) {
      const [id, target] = step.method === 'update' ? regroupedBy(step) : [];
      if (id !== undefined && target !== undefined && target !== id) {
        const joined = sumOf(groupOfTarget(target), groupOfTarget(targetOf(id)));
        groups.set(target, { ...joined, duplicates: joined.duplicates + 1 });
      }
    }
    return { ...total, runs: sum.runs + Math.min(1, changed.length) };
  }, NOTHING);
}

/** The items whose groups a step changes. */
export function regroupedBy(step: Step): readonly string[] {
  if (step.method === 'delete') return [step.id];
  if (step.method === 'create' || step.update.merged_into === undefined) return [];
  return [step.update.id, step.update.merged_into ?? step.update.id];
}
