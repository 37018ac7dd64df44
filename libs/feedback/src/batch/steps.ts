import type { Feedback } from '../items/feedback';
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

/** Counts the duplicates in the groups of each run. A group has those that earlier lines have merged into it, too. */
export function groupedBy(steps: readonly Step[], stored: readonly Feedback[]): number {
  const sizes = new Map(stored.map((item) => [item.id, item.duplicate_count]));
  const targets = new Map(stored.map((item) => [item.id, item.merged_into ?? item.id]));
  const targetOf = (id: string) => targets.get(id) ?? id;
  const sizeOf = (target: string) => sizes.get(target) ?? 0;
  return runsOf(steps).reduce((sum, { steps: run }) => {
    const changed = [...new Set(run.flatMap(regroupedBy).map(targetOf))];
    const total = changed.reduce((size, target) => size + sizeOf(target), sum);
    for (const step of run) {
      const [id, target] = step.method === 'update' ? regroupedBy(step) : [];
      if (id !== undefined && target !== undefined && target !== id)
        sizes.set(target, sizeOf(target) + sizeOf(targetOf(id)) + 1);
    }
    return total;
  }, 0);
}

/** The items whose groups a step changes. */
export function regroupedBy(step: Step): readonly string[] {
  if (step.method === 'delete') return [step.id];
  if (step.method === 'create' || step.update.merged_into === undefined) return [];
  return [step.update.id, step.update.merged_into ?? step.update.id];
}
