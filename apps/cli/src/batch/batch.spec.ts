import type { BatchUpdate } from '@libs/api-client';
import { jsonResponse, networkFailure, errorResponse, type Step } from '@libs/api-client/testing';
import { itemId, item, runCli, terminalInput } from '../../testing/items';

/** Responds with the updated items; the first `unchanged` items are reported as not changed. */
const updatedExcept =
  (unchanged: number): Step =>
  ({ text }) => {
    const { updates } = JSON.parse(text) as { updates: BatchUpdate[] };
    const data = updates.map((update, n) => ({ ...item(n), ...update }));
    const changed = data.slice(unchanged).map(({ id }) => ({ id, fields: ['status'] }));
    return new Response(JSON.stringify({ data, changed }));
  };
const done = updatedExcept(0);
const ids = (count: number, from = 1) => Array.from({ length: count }, (_, n) => itemId(from + n));
const sizes = (bodies: readonly unknown[]) =>
  bodies.map((body) => (body as { updates: unknown[] }).updates.length);

describe('feedback batch', () => {
  it.each([
    ['ids', `${itemId(1)}\n\n${itemId(2)}\r\n`],
    ['list rows', `${itemId(1)}\tnew\tDark mode\t\t2026-03-03T07:00:00.000Z\n${itemId(2)}\tnew\tx\t\t\n`],
    ['JSON lines', `${JSON.stringify(item(1))}\n${JSON.stringify(item(2))}\n`],
  ])('reads %s from standard input and applies the same change to each', async (_, stdin) => {
    const { code, stdout, stderr, bodies } = await runCli('batch --status planned', [done], { stdin });
    expect([code, stderr]).toEqual([0, 'Updated 2 items\n']);
    expect(bodies).toEqual([
      {
        updates: [
          { status: 'planned', id: itemId(1) },
          { status: 'planned', id: itemId(2) },
        ],
      },
    ]);
    expect(stdout.match(/^\S+/gm)).toEqual(ids(2));
  });

  it('counts changed items, but none of a request replayed from an earlier command', async () => {
    const replayed: Step = async (request) =>
      new Response((await done(request)).body, { headers: { 'idempotent-replayed': 'true' } });
    const updateText = async (count: number, steps: Step[], flags = '') =>
      (await runCli(`batch --status new${flags}`, steps, { stdin: ids(count).join('\n') })).stderr;
    expect(await updateText(16, [done])).toBe('Updated 16 items\n');
    expect(await updateText(16, [updatedExcept(16)])).toBe(
      'Updated 0 of 16 items; the others did not change\n',
    );
    expect(await updateText(150, [updatedExcept(3)])).toMatch(/^Updated 144 of 150 items; /);
    expect(await updateText(150, [replayed, done], ' --idempotency-key k')).toMatch(
      /^Updated 50 of 150 items; /,
    );
    // A retry within this command, with a key that it generated.
    expect(await updateText(16, [replayed])).toBe('Updated 16 items\n');
  });

  it('accepts IDs as arguments and ignores duplicates', async () => {
    const { bodies } = await runCli(['batch', ...ids(2), itemId(1), '--clear-description'], [done]);
    expect(bodies).toEqual([{ updates: ids(2).map((id) => ({ description: null, id })) }]);
  });

  it.each([
    ['the body of the API', (updates: unknown) => JSON.stringify({ updates })],
    ['an array', (updates: unknown) => JSON.stringify(updates)],
    ['lines', (updates: unknown) => (updates as unknown[]).map((one) => `${JSON.stringify(one)}\n`).join('')],
  ])('reads updates as %s', async (_, textOf) => {
    const updates = [
      { id: itemId(1), title: 'a' },
      { id: itemId(2), description: null },
    ];
    const { bodies } = await runCli('batch --json', [done], { stdin: textOf(updates) });
    expect(bodies).toEqual([{ updates }]);
  });

  it('sends 100 updates per request, in order, with one idempotency key per request', async () => {
    const stdin = ids(250).join('\n');
    const { code, stdout, stderr, requests, bodies } = await runCli(
      ['batch', '--status', 'new', '--idempotency-key', '"k"'],
      [done],
      { stdin },
    );
    expect([code, stderr]).toEqual([0, 'Updated 250 items\n']);
    expect(sizes(bodies)).toEqual([100, 100, 50]);
    expect(requests.map(({ headers }) => headers.get('idempotency-key'))).toEqual([
      '"k-1"',
      '"k-2"',
      '"k-3"',
    ]);
    expect(stdout.match(/^\S+/gm)).toEqual(ids(250));
    const one = await runCli(['batch', '--status', 'new', '--idempotency-key', '"k"'], [done], {
      stdin: itemId(1),
    });
    expect(one.requests[0]!.headers.get('idempotency-key')).toBe('"k"');
  });

  it('prints one JSON document with --json, even after several requests', async () => {
    const { stdout } = await runCli('batch --status new --json', [done], { stdin: ids(150).join('\n') });
    expect((JSON.parse(stdout) as { data: { id: string }[] }).data.map(({ id }) => id)).toEqual(ids(150));
  });

  it.each([
    ['were rejected', errorResponse(404, 'feedback_not_found', {}, { type: 'not_found_error' }), 4],
    ['the result of items 101 to 200 is unknown', networkFailure(), 7],
    ['the result of items 101 to 200 is unknown', errorResponse(500, 'internal_error'), 7],
  ])('reports how many items are done when a request fails: %s', async (updateText, step, exit) => {
    const stdin = ids(250).join('\n');
    const { code, stdout, stderr, requests } = await runCli('batch --status new --max-wait 0', [done, step], {
      stdin,
    });
    expect([code, requests.length]).toEqual([exit, 2]);
    expect(stdout.match(/^\S+/gm)).toEqual(ids(100));
    expect(stderr).toContain('100 of 250 items are done');
    expect(stderr).toContain(updateText);
    expect(stderr).toContain('; later items were not sent');
  });

  it('names the invalid items by their IDs', async () => {
    const details = [3, 99].map((at) => ({
      param: `updates[${at}].id`,
      code: 'feedback_not_found',
      message: 'Not found\x1b',
    }));
    const step = errorResponse(404, 'feedback_not_found', {}, { type: 'not_found_error', details });
    const stdin = ids(250).join('\n');
    const { code, stderr } = await runCli('batch --status new', [done, step], { stdin });
    expect(code).toBe(4);
    expect(stderr).toMatch(/^100 of 250 items are done; items 101 to 200 were rejected/);
    expect(stderr).toContain(
      `Error: None of these 100 items were updated\n  ${itemId(104)}: Not found␛\n  ${itemId(200)}: Not found␛\n`,
    );
    const asJson = await runCli('batch --status new --json', [step], { stdin });
    expect(JSON.parse(asJson.stderr)).toMatchObject({ error: { details, exit_code: 4 } });
    const last = await runCli('batch --status new', [done, step], { stdin: ids(101).join('\n') });
    expect(last.stderr).toMatch(/^100 of 101 items are done; item 101 was rejected\. It is safe/);
  });

  it('shows with --dry-run what would change', async () => {
    const preview = jsonResponse({
      data: [item(1, { status: 'planned', title: 'x\x1b' }), item(2)],
      dry_run: true,
      changed: [{ id: itemId(1), fields: ['status', 'title', 'description'] }],
    });
    const { stdout, stderr, bodies } = await runCli('batch --status planned --dry-run', [preview], {
      stdin: ids(2).join('\n'),
    });
    expect(bodies[0]).toMatchObject({ dry_run: true });
    expect(stdout).toBe(`${itemId(1)}\tstatus: planned\ttitle: "x\\u001b"\tdescription: none\n`);
    expect(stderr).toBe('1 of 2 items would change; nothing was updated\n');
  });

  it('accepts dry_run in the body', async () => {
    const stdin = JSON.stringify({ updates: [{ id: itemId(1) }], dry_run: true });
    expect((await runCli('batch', [done], { stdin })).bodies).toEqual([JSON.parse(stdin)]);
  });

  it('passes external IDs and changes of tags from standard input on', async () => {
    const updates = [
      { id: itemId(1), external_id: '17', add_tags: ['a'] },
      { id: itemId(2), external_id: null, tags: [] },
    ];
    const { bodies } = await runCli('batch', [done], { stdin: JSON.stringify(updates) });
    expect(bodies).toEqual([{ updates }]);
  });

  it('changes tags of many items without a question', async () => {
    const { bodies } = await runCli('batch --add-tags a,b --remove-tags c', [done], {
      stdin: ids(2).join('\n'),
    });
    expect(bodies).toEqual([
      { updates: ids(2).map((id) => ({ id, add_tags: ['a', 'b'], remove_tags: ['c'] })) },
    ]);
  });

  describe.each(['batch', 'update'])('%s --tags', (command) => {
    const args = (count: number, ...flags: string[]) => [command, ...ids(count), '--tags', 'a', ...flags];

    it.each([
      ['y', 0, 1],
      ['n', 1, 0],
    ])('asks before it replaces the tags of several items: %j', async (answer, exit, sent) => {
      const overrides = { stdin: terminalInput(`${answer}\n`), terminal: 80 };
      const { code, stderr, requests } = await runCli(args(2), [done], overrides);
      expect([code, requests.length]).toEqual([exit, sent]);
      expect(stderr).toContain('Replace all tags of 2 items? [y/N] ');
    });

    it('requires --yes without a terminal', async () => {
      const { code, stderr, requests } = await runCli(args(2));
      expect([code, requests]).toEqual([2, []]);
      expect(stderr).toContain('Replacing all tags of 2 items without a terminal requires --yes');
      expect((await runCli(args(2, '--yes'), [done])).bodies).toEqual([
        { updates: ids(2).map((id) => ({ id, tags: ['a'] })) },
      ]);
    });
  });

  it('replaces the tags of one item, and previews those of several, without a question', async () => {
    expect((await runCli(['batch', itemId(1), '--tags', 'a'], [done])).code).toBe(0);
    const preview = await runCli(['batch', ...ids(2), '--tags', 'a', '--dry-run'], [done]);
    expect(preview.code).toBe(0);
  });

  it('requires --yes for links of several items', async () => {
    const { code, stderr } = await runCli(['update', ...ids(2), '--links', 'http://a', '--tags', 'a']);
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('Replacing all tags and links of 2 items without'),
    ]);
    expect((await runCli(['update', ...ids(2), '--links', '', '--yes'], [done])).bodies).toEqual([
      { updates: ids(2).map((id) => ({ id, links: [] })) },
    ]);
  });

  it('requires --yes for tags of several items from standard input', async () => {
    const command = ['update', ...ids(2)];
    const overrides = { stdin: '{"tags":["a"]}' };
    expect((await runCli(command, [done], overrides)).code).toBe(2);
    expect((await runCli([...command, '--yes'], [done], overrides)).code).toBe(0);
  });

  it('omits the rows of more than 20 items on a terminal', async () => {
    const { stdout, stderr } = await runCli(['batch', ...ids(21), '--status', 'new'], [done], {
      terminal: 80,
    });
    expect(stdout).toBe('');
    expect(stderr).toContain('Updated 21 items\n');
  });

  it('does nothing without IDs', async () => {
    const { code, stderr, requests } = await runCli('batch --status new', [], { stdin: '' });
    expect([code, stderr, requests]).toEqual([0, 'No IDs: nothing to update\n', []]);
  });

  it.each([
    ['IDs without a change', ['batch', itemId(1)], '', 2],
    ['a terminal without input', ['batch', '--status', 'new'], terminalInput(''), 2],
    ['IDs and a description from the same input', ['batch', '--description', '-'], itemId(1), 2],
    ['a line without an ID', ['batch', '--status', 'new'], `${itemId(1)}\nID\n`, 5],
    ['an invalid ID', ['batch', 'x', '--status', 'new'], '', 4],
    ['updates that are not an array', ['batch'], '{"updates":{}}', 5],
    ['unknown fields', ['batch'], '{"updates":[],"more":1}', 5],
    ['a dry_run that is not a boolean', ['batch'], '{"updates":[],"dry_run":"no"}', 5],
    ['a duplicate item', ['batch'], JSON.stringify([{ id: itemId(1) }, { id: itemId(1).toUpperCase() }]), 5],
    ['invalid JSON', ['batch'], 'planned', 5],
  ])('rejects %s without sending a request', async (_, command, stdin, exit) => {
    const { code, requests } = await runCli(command, [done], { stdin });
    expect([code, requests]).toEqual([exit, []]);
  });

  it('sends an empty list and invalid entries to the service', async () => {
    const rejection = errorResponse(400, 'empty_value', {}, { type: 'validation_error' });
    for (const stdin of ['{"updates":[]}', '[]', '[null]', '{}', '5'])
      expect(await runCli('batch', [rejection], { stdin })).toMatchObject({
        code: 5,
        requests: [expect.anything()],
      });
  });
});
