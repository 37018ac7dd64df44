import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Registry } from 'prom-client';
import { Metrics } from './metrics';

const ROOT = join(__dirname, '../../../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

const DOCUMENT = 'docs/operating/monitoring.md';
const ALERTS = 'docker/monitoring/alerts.yaml';
const DASHBOARD = 'docker/monitoring/dashboard.json';

interface Described {
  readonly name: string;
  readonly type: string;
  readonly help: string;
  readonly labelNames: readonly string[];
}

function allMetrics(): Described[] {
  const metrics = new Metrics();
  const use = { max: 1, used: 0, idle: 0, waiting: { pool: 0, account: 0 } };
  metrics.addDatabase({
    poolUse: () => use,
    backlog: () => Promise.resolve({ pending: 0, dueSince: null }),
    oldestChange: () => Promise.resolve(null),
  });
  const { registry } = metrics as unknown as { readonly registry: Registry };
  return registry.getMetricsAsArray() as unknown as Described[];
}

/** First cells of the rows of the table below a heading. */
const rowsBelow = (heading: string): string[][] =>
  read(DOCUMENT)
    .split(`\n## ${heading}\n`)[1]!
    .split('\n## ')[0]!
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    );

/** operator.md 9 */
describe(DOCUMENT, () => {
  const metrics = allMetrics();

  it('lists every metric of the service with its type, labels, and meaning', () => {
    const own = metrics.filter(({ name }) => name.startsWith('feedback_'));
    expect(own.length).toBeGreaterThan(15);
    const expected = own.map(({ name, type, labelNames, help }) => [
      `\`${name}\``,
      type,
      labelNames.map((label) => `\`${label}\``).join(', '),
      help,
    ]);
    expect(rowsBelow('Metrics')).toEqual(expected.sort());
  });

  it('lists every alert', () => {
    const alerts = [...read(ALERTS).matchAll(/- alert: (\w+)/g)].map(([, name]) => `\`${name!}\``);
    expect(alerts.length).toBeGreaterThan(5);
    expect(rowsBelow('Alerts').map(([name]) => name)).toEqual(alerts);
  });

  it.each([DOCUMENT, ALERTS, DASHBOARD])('matches %s, which names only metrics that exist', (path) => {
    const series = new Set(
      metrics.flatMap(({ name, type }) =>
        type === 'histogram' ? ['', '_bucket', '_sum', '_count'].map((suffix) => name + suffix) : [name],
      ),
    );
    const named = [...read(path).matchAll(/\b(?:feedback|nodejs|process)_[a-z\d_]+\w/g)].map(
      ([name]) => name,
    );
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => !series.has(name))).toEqual([]);
  });

  it.each([ALERTS, DASHBOARD])('matches %s, which selects only labels that its metrics have', (path) => {
    const text = path.endsWith('.json')
      ? (JSON.parse(read(path)) as { panels: { targets?: { expr: string }[] }[] }).panels
          .flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
          .join('\n')
      : read(path);
    const selectors = [...text.matchAll(/(feedback_[a-z\d_]+)\{([^}]*)\}/g)];
    expect(selectors.length).toBeGreaterThan(5);
    for (const [, series, labels] of selectors) {
      const metric = metrics.find(
        ({ name }) => series!.replace(/_(bucket|sum|count)$/, '') === name || series === name,
      )!;
      for (const [, label] of labels!.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g))
        expect([series, ['job', 'instance', 'le', ...metric.labelNames]]).toEqual([
          series,
          expect.arrayContaining([label]),
        ]);
    }
  });
});
