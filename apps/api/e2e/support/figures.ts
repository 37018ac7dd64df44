import type { HttpResponse } from './client';

const IS_FULL = process.env['LOOP_FIGURES'] === '1';
const AT_ONCE = 20;

/** How many requests a part sends: a tenth of them unless LOOP_FIGURES is 1. */
export const scaled = (count: number): number => (IS_FULL ? count : count / 10);

/** Sends requests, some at the same time, and returns how many responses had which status. */
export async function sendMany(
  count: number,
  send: (n: number) => Promise<HttpResponse>,
): Promise<Record<string, number>> {
  const statuses: Record<string, number> = {};
  let sent = 0;
  const sender = async () => {
    while (sent < count) {
      const { status } = await send(sent++);
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sender));
  return statuses;
}

/** What the tests of a file measured. LOOP_FIGURES=1 prints it as one table, after them. */
export function useFigures(columns: readonly string[]) {
  const rows: (readonly string[])[] = [];
  afterAll(() => {
    if (IS_FULL) console.info(tableOf([['', ...columns, 'seconds'], ...rows]));
  });
  return {
    /** Adds a row with the result of `work`, and the time that it took. */
    async measure(name: string, work: () => Promise<readonly unknown[]>): Promise<void> {
      const start = performance.now();
      const values = await work();
      const seconds = ((performance.now() - start) / 1000).toFixed(1);
      rows.push([name, ...values.map(textOf), seconds]);
    },
  };
}

const textOf = (value: unknown): string =>
  typeof value === 'object' && value !== null
    ? Object.entries(value)
        .map(([key, count]) => `${key}: ${count}`)
        .join(', ')
    : String(value);

function tableOf(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows.map((row) => row.map((cell, i) => cell.padEnd(widths[i]!)).join('  ')).join('\n');
}
