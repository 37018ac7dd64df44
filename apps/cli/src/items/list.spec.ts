import { errorResponse, jsonResponse } from '@libs/api-client/testing';
import { exportResponse, itemId, item, pageResponse, runCli } from '../../testing/items';

describe('feedback list', () => {
  it('shows a table on a terminal with full IDs and escaped control characters', async () => {
    const items = [
      item(1, {
        title: '日本語のタイトル \x1b[2J and more',
        submitter_email: 'ada@example.com',
        status: 'planned',
      }),
      item(2, { created_at: '2026-02-01T10:00:00.000Z' }),
    ];
    const { code, stdout, stderr } = await runCli('list --no-color', [pageResponse(items)], {
      terminal: 100,
    });
    expect(code).toBe(0);
    expect(stdout).toBe(
      [
        'ID                                    STATUS    TITLE                     EMAIL                 AGE',
        `${itemId(1)}  planned   日本語のタイトル ␛[2J a…  ada@example.com       3h`,
        `${itemId(2)}  new       Item 2                                          1mo`,
        '',
      ].join('\n'),
    );
    expect(stderr).toBe('');
  });

  it.each([
    ['list', pageResponse([item(1), item(2)])],
    ['list --all', exportResponse([item(1), item(2)])],
  ])('omits the email column if no item has an email address: %s', async (command, step) => {
    const { stdout } = await runCli(command, [step], { terminal: 100 });
    expect(stdout).not.toContain('EMAIL');
    const long = 'T'.repeat(44);
    const rows = await runCli(
      command,
      [
        command === 'list'
          ? pageResponse([item(1, { title: long })])
          : exportResponse([item(1, { title: long })]),
      ],
      { terminal: 100 },
    );
    expect(rows.stdout).toContain(long);
    const items = [item(1), item(2, { submitter_email: 'ada@example.com' })];
    const some = await runCli(command, [command === 'list' ? pageResponse(items) : exportResponse(items)], {
      terminal: 100,
    });
    expect(some.stdout).toMatch(/EMAIL[^]*Item 1[^]*ada@example.com/);
  });

  it('colors each status on a terminal', async () => {
    const items = (['new', 'planned', 'building', 'shipped', 'declined'] as const).map((status, n) =>
      item(n, { status }),
    );
    const { stdout } = await runCli('list', [pageResponse(items)], { terminal: 100 });
    for (const code of [36, 34, 33, 32, 2]) expect(stdout).toContain(`  \x1b[${code}m`);
  });

  it('prints tab-separated values in a pipe, without truncation, header, or color', async () => {
    const long = item(1, { title: `${'long '.repeat(30)}\u202e`, submitter_email: 'ada@example.com' });
    const { stdout } = await runCli('list', [pageResponse([long])]);
    expect(stdout).toBe(
      `${itemId(1)}\tnew\t${'long '.repeat(30)}<U+202E>\tada@example.com\t2026-03-03T07:00:00.000Z\n`,
    );
  });

  it('sends every filter with the name of its API parameter', async () => {
    const filters =
      'list --status shipped --q=-x --sort -title --submitter-email ada@example.com --created-after 2026-01-01T00:00:00Z ' +
      '--created-before 2026-02-01T00:00:00Z --updated-after 2026-01-15T00:00:00Z --limit 7 --offset 3 --include-total';
    const { requests } = await runCli(filters.split(' '), [pageResponse([])]);
    expect(Object.fromEntries(new URLSearchParams(requests[0]!.path.split('?')[1]))).toEqual({
      status: 'shipped',
      q: '-x',
      sort: '-title',
      submitter_email: 'ada@example.com',
      created_after: '2026-01-01T00:00:00Z',
      created_before: '2026-02-01T00:00:00Z',
      updated_after: '2026-01-15T00:00:00Z',
      limit: '7',
      offset: '3',
      include_total: 'true',
    });
  });

  it('converts a date to midnight in the local time zone', async () => {
    const { requests } = await runCli('list --created-after 2026-03-03 --created-before 2026-11-01', [
      pageResponse([]),
    ]);
    const query = new URLSearchParams(requests[0]!.path.split('?')[1]);
    expect(query.get('created_after')).toBe(new Date(2026, 2, 3).toISOString());
    expect(query.get('created_before')).toBe(new Date(2026, 10, 1).toISOString());
    const { code, stderr } = await runCli('list --updated-after 2026-02-31');
    expect([code, stderr]).toEqual([2, expect.stringContaining('Use a valid date.')]);
  });

  it.each([
    ['--limit 1000', 'limit', '--limit'],
    ['--created-after x', 'created_after', '--created-after'],
    ['--submitter-email x', 'submitter_email', '--submitter-email'],
    ['--q x', 'q', '--q'],
    ['--search x', 'q', '--search'],
    ['--limit 1', 'offset', 'offset'],
  ])('names the invalid flag, or the parameter with --json: %s', async (flags, param, named) => {
    const issue = { param, code: 'invalid_parameter', message: `Invalid value for ${param}: no` };
    const other = { ...issue, param: 'sort', message: 'Invalid value for sort: no' };
    const rejection = errorResponse(400, issue.code, {}, { ...issue, details: [issue, other] });
    const { stderr } = await runCli(`list ${flags}`, [rejection]);
    expect(stderr).toMatch(
      `Error: Invalid value for ${named}: no\n  ${named}: Invalid value for ${named}: no\n  sort: Invalid`,
    );
    const asJson = await runCli(`list ${flags} --json`, [rejection]);
    expect(JSON.parse(asJson.stderr)).toMatchObject({ error: { ...issue, details: [issue, other] } });
  });

  it('sends only the given parameters', async () => {
    expect((await runCli('list', [pageResponse([])])).requests[0]!.path).toBe('/feedback');
    expect((await runCli('list --search dark', [pageResponse([])])).requests[0]!.path).toBe(
      '/feedback?q=dark',
    );
    expect(
      (await runCli('list --cursor abc --include-total=false', [pageResponse([])])).requests[0]!.path,
    ).toBe('/feedback?cursor=abc');
  });

  it('prints the total and a note if there are more items', async () => {
    const { stderr } = await runCli('list --include-total', [
      pageResponse([item(1)], 'next', { total: 1200 }),
    ]);
    expect(stderr).toBe('1,200 items in total\nMore items are available. To list them, use --all.\n');
  });

  it('prints deleted items before the others as JSON, and their number otherwise', async () => {
    const deleted = { id: itemId(2), external_id: 'ticket:1', deleted_at: '2026-03-05T09:00:00.000Z' };
    const command = 'list --updated-after 2026-03-03 --sort updated_at --include-deleted';
    const body = { data: [item(1)], deleted: [deleted], pagination: { limit: 20, next_cursor: null } };
    const page = jsonResponse(body);
    const parameters =
      '/feedback?updated_after=2026-03-03T00:00:00.000Z&sort=updated_at&include_deleted=true';
    const asJson = await runCli(`${command} --json`, [page]);
    expect(decodeURIComponent(asJson.requests[0]!.path)).toBe(parameters);
    expect(JSON.parse(asJson.stdout)).toEqual(body);
    for (const flags of ['--ndjson', '--all --ndjson']) {
      const { stdout, stderr } = await runCli(`${command} ${flags}`, [page]);
      expect(
        stdout
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line)),
      ).toEqual([deleted, item(1)]);
      expect(stderr).toBe('');
    }
    for (const flags of ['--ids', '--all --ids']) {
      const { stdout, stderr } = await runCli(`${command} ${flags}`, [page]);
      expect(stdout).toBe(`${itemId(1)}\n`);
      expect(stderr).toBe('1 deleted item. To list them, use --json or --ndjson.\n');
    }
  });

  it('shows progress in a pipe while there are more pages', async () => {
    const pages = [pageResponse([item(1)], 'two'), pageResponse([item(2)])];
    const overrides = { terminal: 80, isPiped: true };
    expect((await runCli('list --all --ids --limit 1', pages, overrides)).stderr).toBe(
      '\r\x1b[2K1 item\r\r\x1b[2K',
    );
    expect((await runCli('list --ids', pages, overrides)).stderr).toBe(
      'More items are available. To list them, use --all.\n',
    );
  });

  it('requests every page with --all and an offset, which only the first request sends', async () => {
    const pages = [pageResponse([item(1)], 'two'), pageResponse([item(2)], 'three'), pageResponse([item(3)])];
    const { stdout, stderr, requests } = await runCli('list --all --offset 1 --ids --status new', pages);
    expect(stdout).toBe(`${itemId(1)}\n${itemId(2)}\n${itemId(3)}\n`);
    expect(stderr).toBe('');
    expect(requests.map(({ path }) => path)).toEqual([
      '/feedback?status=new&limit=100&offset=1',
      '/feedback?status=new&limit=100&cursor=two',
      '/feedback?status=new&limit=100&cursor=three',
    ]);
  });

  it('stops if the service returns the same page again', async () => {
    const pages = [pageResponse([item(1)], 'two'), pageResponse([item(2)], 'two'), pageResponse([item(3)])];
    const { code, stderr, requests } = await runCli('list --all --limit 1', pages);
    expect([code, stderr, requests.length]).toEqual([
      1,
      'Error: Unexpected response: the service returned the same page twice\n',
      2,
    ]);
  });

  it('shows the status on a terminal of 60 columns', async () => {
    const { stdout } = await runCli(
      'list --no-color',
      [pageResponse([item(1, { title: 'Dark mode, please' })])],
      { terminal: 60 },
    );
    expect(stdout).toBe(
      `${'ID'.padEnd(38)}${'STATUS'.padEnd(10)}TITLE\n${itemId(1)}  ${'new'.padEnd(10)}Dark mode,…\n`,
    );
  });

  it('lists every item with one request with --all', async () => {
    const items = Array.from({ length: 250 }, (_, n) => item(n));
    const { code, stdout, stderr, requests } = await runCli('list --all --ids --status new --sort title', [
      exportResponse(items),
    ]);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toBe(items.map(({ id }) => `${id}\n`).join(''));
    expect(requests.map(({ path }) => path)).toEqual([
      '/feedback/export?status=new&sort=title&format=ndjson',
    ]);
    const none = await runCli('list --all', [exportResponse([])], { terminal: 80 });
    expect([none.code, none.stdout, none.stderr]).toEqual([0, '', 'No items\n']);
    const shown = await runCli('list --all', [exportResponse(items)], { terminal: 80 });
    expect(shown.stdout.match(/STATUS/g)).toHaveLength(1);
    expect(shown.stdout.match(/Item /g)).toHaveLength(250);
  });

  it('prints nothing if the download of --all is interrupted', async () => {
    const interruptedResponse = () =>
      new Response(
        new ReadableStream({
          pull(controller) {
            controller.enqueue(new TextEncoder().encode(`${JSON.stringify(item(1))}\n{"id":`));
            controller.close();
          },
        }),
        { headers: { 'content-type': 'application/x-ndjson' } },
      );
    const { code, stdout, stderr } = await runCli('list --all', [interruptedResponse]);
    expect([code, stdout]).toEqual([7, '']);
    expect(stderr).toContain('did not respond');
  });

  it('prints one header for all pages', async () => {
    const { stdout } = await runCli(
      'list --all --limit 1',
      [pageResponse([item(1)], 'two'), pageResponse([item(2)])],
      { terminal: 80 },
    );
    expect(stdout.match(/STATUS/g)).toHaveLength(1);
  });

  it('prints the API response with --json, and one item per line with --ndjson or --all', async () => {
    const items = [item(1, { title: 'C1 \x9b' }), item(2)];
    const asJson = await runCli('list --json', [pageResponse(items, 'next')]);
    expect(JSON.parse(asJson.stdout)).toEqual({
      data: items,
      pagination: { limit: 20, offset: 0, has_more: true, next_cursor: 'next' },
    });
    expect(asJson.stdout).toContain('C1 \\u009b');
    expect(asJson.stderr).toBe('');
    for (const [flags, expected] of [
      ['--ndjson', pageResponse(items)],
      ['--json --all', exportResponse(items)],
    ] as const) {
      const { stdout } = await runCli(`list ${flags}`, [expected]);
      expect(
        stdout
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line) as unknown),
      ).toEqual(items);
    }
  });

  it('exits with 0 and prints a note if there are no items', async () => {
    const { code, stdout, stderr } = await runCli('list', [pageResponse([])], { terminal: 80 });
    expect([code, stdout, stderr]).toEqual([0, '', 'No items\n']);
    expect((await runCli('list --quiet', [pageResponse([])])).stderr).toBe('');
  });

  it.each([
    ['list --status wrong', 'Allowed choices are new, planned, building, shipped, declined'],
    ['list --sort wrong', 'Allowed choices are -created_at'],
    ['list --limit many', 'Use a whole number'],
    ['list --q a --search b', 'cannot be used with'],
    ['list --ids --json', '--ids cannot be used with JSON output'],
    ['list more', 'Too many arguments'],
  ])('rejects %s without sending a request', async (command, message) => {
    const { code, stderr, requests } = await runCli(command);
    expect([code, requests]).toEqual([2, []]);
    expect(stderr).toContain(message);
  });

  it('lets the service check the range of --limit', async () => {
    const rejection = errorResponse(
      400,
      'invalid_parameter',
      {},
      { type: 'validation_error', message: 'limit must be …' },
    );
    expect((await runCli('list --limit 101', [rejection])).code).toBe(5);
  });
});
