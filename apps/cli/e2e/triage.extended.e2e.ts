import { useService } from './support/service';
import { Shell } from './support/shell';

/** The triage of a large inbox from a terminal, within the rate limits of a plan. */
describe('triage of 1,000 items', () => {
  const product = useService({
    RATE_LIMIT_HOUR_PRO: '200',
    RATE_LIMIT_MINUTE_PRO: '200',
    RATE_LIMIT_HOUR_FREE: '10',
    RATE_LIMIT_MINUTE_FREE: '0',
  });
  let shell: Shell;
  let other: Shell;
  beforeAll(async () => {
    const { slug, key } = await product.account();
    await product.product.operator('seed', '--account', slug, '--items', '1000');
    shell = new Shell({ url: product.url, key });
    other = new Shell({ url: product.url, key: (await product.account()).key });
  });
  afterAll(() => {
    shell?.remove();
    other?.remove();
  });

  const count = async (flags: string, at = shell) =>
    Number((await at.run(`feedback list --all --ids ${flags} | wc -l`)).stdout);
  const statuses = ['new', 'planned', 'building', 'shipped', 'declined'];

  it('lists all items', async () => {
    const { stdout } = await shell.run('feedback list --all');
    const rows = stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.split('\t'));
    expect(rows).toHaveLength(1000);
    expect(new Set(rows.map(([id]) => id)).size).toBe(1000);
    expect(rows.every((cells) => cells.length === 5 && statuses.includes(cells[1]!))).toBe(true);
  });

  it('updates all new items, after a dry run', async () => {
    const fresh = await count('--status new');
    expect(fresh).toBeGreaterThan(200);
    const list = 'feedback list --status new --all';
    const dry = await shell.run(`${list} | feedback batch --status planned --dry-run | wc -l`);
    expect(Number(dry.stdout)).toBe(fresh);
    expect(await count('--status new')).toBe(fresh);
    const { code, stderr } = await shell.run(
      `set -o pipefail; ${list} | feedback batch --status planned >/dev/null`,
    );
    expect([code, stderr]).toEqual([0, `Updated ${fresh} items\n`]);
    expect(await count('--status new')).toBe(0);
  });

  it('updates 150 items, each with its own change', async () => {
    const picked = (await shell.run(`feedback list --all --ndjson | head -150`)).stdout.trimEnd().split('\n');
    const updates = picked.map((line, n) => {
      const { id, title } = JSON.parse(line) as { id: string; title: string };
      return JSON.stringify({ id, title: `[${n}] ${title}`, status: 'building' });
    });
    const { code, stderr } = await shell.run('feedback batch > changed.tsv', { stdin: updates.join('\n') });
    expect([code, stderr]).toEqual([0, 'Updated 150 items\n']);
    const { stdout } = await shell.run(`feedback list --all --q '[149]' | cut -f2,3`);
    expect(stdout).toMatch(/^building\t\[149\] /);
  });

  it('copies all items to another account unchanged', async () => {
    await shell.run('feedback export -o all.ndjson');
    const { code, stdout } = await other.run(`feedback import ${shell.folder}/all.ndjson`);
    expect([code, stdout]).toEqual([0, expect.stringContaining('Created        1,000\n')]);
    const { stdout: theirs } = await other.run('feedback export --format ndjson');
    expect(theirs).toBe((await shell.run('cat all.ndjson')).stdout);
  });

  it('exits with 6 if the rate limit lasts longer than --max-wait', async () => {
    const key = (await product.account('free')).key;
    const slow = new Shell({ url: product.url, key });
    try {
      const { code, stderr } = await slow.run(
        'for n in $(seq 11); do feedback list --quiet --max-wait 0 || exit; done',
      );
      expect([code, stderr]).toEqual([
        6,
        expect.stringContaining('Rate limit exceeded: 10 requests per hour'),
      ]);
    } finally {
      slow.remove();
    }
  });
});
