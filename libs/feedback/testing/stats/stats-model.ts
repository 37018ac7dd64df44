import type { CountRow, DurationRow, Source, Status, TagCountRow } from '../../src';

interface ChangedItem {
  readonly at: string;
  readonly tags: readonly string[];
  readonly source: Source;
  readonly status: Status;
  readonly changedAt: string;
}

/** Statistics of items with one change each, computed in the simplest way. */
export class StatsModel {
  readonly items: ChangedItem[] = [];

  countByTag(bounds: readonly string[], limit: number): readonly TagCountRow[] {
    const inRange = this.items.filter(({ at }) => at >= bounds[0]! && at < bounds.at(-1)!);
    const totalOf = (tag: string) => inRange.filter(({ tags }) => tags.includes(tag)).length;
    const names = [...new Set(inRange.flatMap(({ tags }) => tags))].sort();
    const top = names.sort((a, b) => totalOf(b) - totalOf(a)).slice(0, limit);
    const rows = spansOf(bounds).flatMap(([from, to], bucket) =>
      top.map((group) => ({
        bucket,
        group,
        count: inRange.filter(({ at, tags }) => at >= from && at < to && tags.includes(group)).length,
      })),
    );
    return withoutZeros(rows);
  }

  durations(bounds: readonly string[], by?: 'source' | 'status'): readonly DurationRow[] {
    const spans = spansOf(bounds).map((span, bucket) => ({ span, bucket }));
    const whole = { span: [bounds[0]!, bounds.at(-1)!] as const, bucket: null };
    const groups = by ? [null, ...new Set(this.items.map((item) => item[by]))] : [null];
    const rows = [...spans, whole].flatMap(({ span: [from, to], bucket }) =>
      groups.map((group) => {
        const ages = this.items
          .filter(
            (item) => item.changedAt >= from && item.changedAt < to && (!by || !group || item[by] === group),
          )
          .map(({ at, changedAt }) => (Date.parse(changedAt) - Date.parse(at)) / 1000)
          .sort((a, b) => a - b);
        return { bucket, group, count: ages.length, medianSeconds: ages[Math.ceil(ages.length / 2) - 1]! };
      }),
    );
    return withoutZeros(rows);
  }
}

const spansOf = (bounds: readonly string[]) => bounds.slice(1).map((end, i) => [bounds[i]!, end] as const);

const withoutZeros = <T extends CountRow | DurationRow>(rows: readonly T[]): readonly T[] =>
  rows.filter(({ count }) => count > 0);
