import type { BatchUpdate } from '@libs/api-client';
import { jsonResponse, networkFailure, errorResponse, type Step } from '@libs/api-client/testing';
import { itemId, item, runCli, terminalInput } from '../../testing/items';

/** Answers with the items that were sent, as they would be then, all but some of them changed. */
const doneBut =
  (unchanged: number): Step =>
  ({ text }) => {
    const { updates } = JSON.parse(text) as { updates: BatchUpdate[] };
    const data = updates.map((update, n) => ({ ...item(n), ...update }));
    const changed = data.slice(unchanged).map(({ id }) => ({ id, fields: ['status'] }));
    return new Response(JSON.stringify({ data, changed }));
  };
const done = doneBut(0);
const ids = (count: number, from = 1) => Array.from({ length: count }, (_, n) => itemId(from + n));
const sizes = (bodies: readonly unknown[]) =>
  bodies.map((body) => (body as { updates: unknown[] }).updates.length);

describe('feedback batch', () => {
  it.each([
    ['ids', `${itemId(1)}\n\n${itemId(2)}\r\n`],
    ['rows of list', `${itemId(1)}\tnew\tDark mode\t\t2026-03-03T07:00:00.000Z\n${itemId(2)}\tnew\tx\t\t\n`],
    ['lines of JSON', `${JSON.stringify(item(1))}\n${JSON.stringify(item(2))}\n`],
  ])('gives the %s of standard input one change', async (_, stdin) => {
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

  it('counts the items that changed, and none of a request that an earlier command made', async () => {
    const replayed: Step = async (request) =>
      new Response((await done(request)).body, { headers: { 'idempotent-replayed': 'true' } });
    const updateText = async (count: number, steps: Step[], flags = '') =>
      (await runCli(`batch --status new${flags}`, steps, { stdin: ids(count).join('\n') })).stderr;
    expect(await updateText(16, [done])).toBe('Updated 16 items\n');
    expect(await updateText(16, [doneBut(16)])).toBe('Updated 0 of 16 items; the others did not change\n');
    expect(await updateText(150, [doneBut(3)])).toMatch(/^Updated 144 of 150 items; /);
    expect(await updateText(150, [replayed, done], ' --idempotency-key k')).toMatch(
      /^Updated 50 of 150 items; /,
    );
    // A retry of this command, under a key that it made itself.
    expect(await updateText(16, [replayed])).toBe('Updated 16 items\n');
  });

  it('takes ids as arguments, each once', async () => {
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

  it('sends hundreds in their order, each under a key of its own', async () => {
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

  it('is one answer with --json, however many requests it took', async () => {
    const { stdout } = await runCli('batch --status new --json', [done], { stdin: ids(150).join('\n') });
    expect((JSON.parse(stdout) as { data: { id: string }[] }).data.map(({ id }) => id)).toEqual(ids(150));
  });

  it.each([
    ['were rejected', errorResponse(404, 'feedback_not_found', {}, { type: 'not_found_error' }), 4],
    ['the result of items 101 to 200 is unknown', networkFailure(), 7],
    ['the result of items 101 to 200 is unknown', errorResponse(500, 'internal_error'), 7],
  ])('says how far it came when a hundred fails: %s', async (updateText, step, exit) => {
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

  it('names the items that are at fault, wherever they stood', async () => {
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
  });

  it('shows what would change, and writes nothing', async () => {
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

  it('takes the dry run from the body, too', async () => {
    const stdin = JSON.stringify({ updates: [{ id: itemId(1) }], dry_run: true });
    expect((await runCli('batch', [done], { stdin })).bodies).toEqual([JSON.parse(stdin)]);
  });

  it('has on a terminal no more rows than can be read', async () => {
    const { stdout, stderr } = await runCli(['batch', ...ids(21), '--status', 'new'], [done], {
      terminal: 80,
    });
    expect(stdout).toBe('');
    expect(stderr).toContain('Updated 21 items\n');
  });

  it('has nothing to do for a filter that finds none', async () => {
    const { code, stderr, requests } = await runCli('batch --status new', [], { stdin: '' });
    expect([code, stderr, requests]).toEqual([0, 'No IDs: nothing to update\n', []]);
  });

  it.each([
    ['ids without a change', ['batch', itemId(1)], '', 2],
    ['a terminal with nothing typed', ['batch', '--status', 'new'], terminalInput(''), 2],
    ['ids and a description from one input', ['batch', '--description', '-'], itemId(1), 2],
    ['a line without an id', ['batch', '--status', 'new'], `${itemId(1)}\nID\n`, 5],
    ['an argument that is none', ['batch', 'x', '--status', 'new'], '', 4],
    ['updates that are no list', ['batch'], '{"updates":{}}', 5],
    ['other members', ['batch'], '{"updates":[],"more":1}', 5],
    ['a dry run that is no boolean', ['batch'], '{"updates":[],"dry_run":"no"}', 5],
    ['an item twice', ['batch'], JSON.stringify([{ id: itemId(1) }, { id: itemId(1).toUpperCase() }]), 5],
    ['no JSON', ['batch'], 'planned', 5],
  ])('refuses %s before anything is sent', async (_, command, stdin, exit) => {
    const { code, requests } = await runCli(command, [done], { stdin });
    expect([code, requests]).toEqual([exit, []]);
  });

  it('leaves an empty list and strange entries to the service', async () => {
    const rejection = errorResponse(400, 'empty_value', {}, { type: 'validation_error' });
    for (const stdin of ['{"updates":[]}', '[]', '[null]', '{}', '5'])
      expect(await runCli('batch', [rejection], { stdin })).toMatchObject({
        code: 5,
        requests: [expect.anything()],
      });
  });
});
