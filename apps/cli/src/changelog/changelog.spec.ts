import { jsonResponse } from '@libs/api-client/testing';
import { itemId, runCli } from '../../testing/items';

const ID = itemId(1);
const entry = (more: object = {}) => ({
  id: ID,
  title: 'Dark theme',
  text: '',
  items: [],
  status: 'draft',
  published_at: null,
  notification: null,
  created_at: '2026-03-03T09:58:00.000Z',
  updated_at: '2026-03-03T09:58:00.000Z',
  ...more,
});
const one = (more: object = {}, status = 200) => jsonResponse({ data: entry(more) }, status);
const page = (data: unknown[], next: string | null = null) =>
  jsonResponse({ data, pagination: { limit: 20, has_more: next !== null, next_cursor: next } });

describe('feedback changelog', () => {
  it('lists entries, one per line, or as JSON', async () => {
    const entries = [entry({ title: 'Dark\x1b' }), entry({ id: itemId(2), status: 'published' })];
    const { stdout, requests } = await runCli('changelog --status draft', [page(entries)]);
    expect(stdout).toBe(`${ID}\tdraft\tDark␛\n${itemId(2)}\tpublished\tDark theme\n`);
    expect(requests[0]!.path).toBe('/changelog?status=draft');
    const all = await runCli('changelog list --all --json', [page([entries[0]], 'c1'), page([entries[1]])]);
    expect(
      all.stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
    ).toEqual(entries);
    expect((await runCli('changelog list', [page([])])).stderr).toContain('No entries');
  });

  it('shows an entry with its text', async () => {
    const more = { text: 'Choose **Dark**.\nOr not\x1b', items: [itemId(2), itemId(3)], status: 'published' };
    const notification = { state: 'sent', recipients: 3, delivered: 1, waiting: 1, refused: 1 };
    const times = { published_at: '2026-03-03T09:59:00.000Z', notification };
    const { code, stdout } = await runCli(`changelog get ${ID}`, [one({ ...more, ...times })]);
    expect([code, stdout.replace(/ {2,}/g, '|')]).toEqual([
      0,
      [
        `ID|${ID}`,
        'Title|Dark theme',
        'Status|published',
        `Items|${itemId(2)} ${itemId(3)}`,
        'Published|2026-03-03T09:59:00.000Z',
        'Told|3 recipients: 1 delivered, 1 waiting, 1 refused',
        'Created|2026-03-03T09:58:00.000Z',
        '',
        'Choose **Dark**.',
        'Or not␛',
        '',
      ].join('\n'),
    ]);
    const json = await runCli(`changelog get ${ID} --json`, [one()]);
    expect(JSON.parse(json.stdout)).toEqual({ data: entry() });
  });

  it('creates a draft from flags, or from JSON', async () => {
    const argv = ['changelog', 'create', '--title', 'Dark theme', '--items', `${itemId(2)},${itemId(3)}`];
    const created = await runCli([...argv, '--text', '-'], [one({}, 201)], { stdin: 'Choose **Dark**.\n' });
    expect([created.code, created.stdout]).toEqual([0, `${ID}\n`]);
    const fields = { title: 'Dark theme', text: 'Choose **Dark**.\n', items: [itemId(2), itemId(3)] };
    expect(created.bodies).toEqual([fields]);
    const piped = await runCli('changelog create', [one({}, 201)], { stdin: JSON.stringify(fields) });
    expect(piped.bodies).toEqual([fields]);
    for (const stdin of ['', '[]'])
      expect(await runCli('changelog create', [], { stdin })).toMatchObject({ requests: [] });
  });

  it('changes and publishes an entry', async () => {
    const command = `changelog update ${ID} --status published --set-shipped --notify`;
    const { stderr, bodies, requests } = await runCli(command, [one({ status: 'published' })]);
    expect([requests[0]!.path, bodies]).toEqual([
      `/changelog/${ID}`,
      [{ status: 'published', set_shipped: true, notify: true }],
    ]);
    expect(stderr).toContain('Updated 1 published entry');
    const cancelled = await runCli(`changelog update ${ID} --no-notify`, [one()]);
    expect(cancelled.bodies).toEqual([{ notify: false }]);
    const removed = await runCli(['changelog', 'update', ID, '--items', ''], [one()]);
    expect([removed.bodies, removed.stderr]).toEqual([[{ items: [] }], 'Updated 1 draft\n']);
  });

  it('deletes an entry with --yes', async () => {
    const deleted = () => new Response(null, { status: 204 });
    const { code, stderr, requests } = await runCli(`changelog delete ${ID} --yes`, [deleted]);
    expect([code, requests[0]!.method, stderr]).toEqual([0, 'DELETE', 'Deleted 1 entry\n']);
    for (const command of ['get', 'update', 'delete'])
      expect(await runCli(`changelog ${command} abc`)).toMatchObject({ code: 4, requests: [] });
  });
});
