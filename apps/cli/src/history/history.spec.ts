import { Readable } from 'node:stream';
import { errorResponse, jsonResponse } from '@libs/api-client/testing';
import { itemId, runCli, terminalInput } from '../../testing/items';

const ID = itemId(1);
const NOTE_ID = itemId(2);
const page = (data: unknown[], next: string | null = null) =>
  jsonResponse({ data, pagination: { limit: 20, has_more: next !== null, next_cursor: next } });
const AT = '2026-03-03T09:58:00.000Z';
const entry = (type: string, changes: object = {}) => ({ at: AT, actor: { type: 'owner' }, type, changes });
const note = (text: string, author_name: string | null = null) => ({
  id: NOTE_ID,
  text,
  author: { type: 'owner' },
  author_name,
  created_at: AT,
});
const linesOf = (text: string) => text.trimEnd().split('\n');

describe('feedback history', () => {
  const entries = [
    entry('updated', {
      title: { from: 'Dark\x1b', to: 'Dark mode' },
      status: { from: 'new', to: 'planned' },
    }),
    entry('updated', { description: { from: null, to: 'a\nb' }, tags: { from: [], to: ['ui'] } }),
    entry('updated'),
    entry('created'),
  ];

  it('shows a table on a terminal', async () => {
    const { code, stdout, stderr } = await runCli(`history ${ID} --no-color`, [page(entries)], {
      terminal: 100,
    });
    expect([code, stderr]).toEqual([0, '']);
    const lines = linesOf(stdout).map((line) => line.trimEnd());
    expect(lines).toEqual([
      'TIME                      ACTOR    CHANGE',
      `${AT}  owner    title: Dark␛ → Dark mode; status: new → planned`,
      expect.stringMatching(/owner {4}description: – → a.b; tags: \[\] → \["ui"\]$/),
      `${AT}  owner    personal data erased`,
      `${AT}  owner    created`,
    ]);
  });

  it('prints one JSON change per line in a pipe', async () => {
    const { stdout } = await runCli(`history ${ID}`, [page(entries)]);
    expect(linesOf(stdout).map((line) => JSON.parse(line) as unknown)).toEqual(entries);
  });

  it('prints a page, and with --all every page', async () => {
    const first = page([entry('updated')], 'c1');
    const { stderr } = await runCli(`history ${ID} --limit 1`, [first]);
    expect(stderr).toBe('More changes are available. To list them, use --all or --cursor c1.\n');
    const { stdout, requests } = await runCli(`history ${ID} --all`, [first, page([entry('created')])]);
    expect(linesOf(stdout)).toHaveLength(2);
    expect(requests.map(({ path }) => path)).toEqual([
      `/feedback/${ID}/history?limit=100`,
      `/feedback/${ID}/history?limit=100&cursor=c1`,
    ]);
    expect((await runCli(`history ${ID} --all`, [first, first])).code).toBe(1);
  });

  it.each([
    ['history', 2],
    ['history x', 4],
    [`history ${ID} --limit many`, 2],
  ])('rejects %s without sending a request', async (command, exit) => {
    const { code, requests } = await runCli(command);
    expect([code, requests]).toEqual([exit, []]);
  });
});

describe('feedback notes', () => {
  it('list shows the texts on a terminal, without control characters', async () => {
    const { stdout } = await runCli(`notes list ${ID} --no-color`, [page([note('Ask Ada\x1b\nNow')])], {
      terminal: 100,
    });
    expect(stdout).toBe(`${NOTE_ID}  owner  ${AT} (2m ago)\nAsk Ada␛\nNow\n\n`);
  });

  it('list shows who wrote a note in another product', async () => {
    const { stdout } = await runCli(`notes list ${ID} --no-color`, [page([note('Ask Ada', 'Grace\x1b')])], {
      terminal: 100,
    });
    expect(stdout).toBe(`${NOTE_ID}  Grace␛ (imported)  ${AT} (2m ago)\nAsk Ada\n\n`);
  });

  it('add sends the author and the time of a note of another product', async () => {
    const { requests } = await runCli(`notes add ${ID} Ask --author-name Grace --created-at ${AT}`, [
      jsonResponse({ data: note('Ask', 'Grace') }, 201),
    ]);
    expect(JSON.parse(requests[0]!.text)).toEqual({ text: 'Ask', author_name: 'Grace', created_at: AT });
  });

  it('list prints one JSON note per line in a pipe', async () => {
    const { stdout, requests } = await runCli(`notes list ${ID} --limit 5`, [page([note('Ask Ada')])]);
    expect(JSON.parse(stdout)).toEqual(note('Ask Ada'));
    expect(requests[0]!.path).toBe(`/feedback/${ID}/notes?limit=5`);
    expect((await runCli(`notes list ${ID}`, [page([])])).stderr).toBe('No notes\n');
  });

  it('add sends the text of its argument, or standard input', async () => {
    const response = jsonResponse({ data: note('Ask Ada') }, 201);
    const fromArgument = await runCli(['notes', 'add', ID, 'Ask Ada'], [response]);
    expect(fromArgument).toMatchObject({ code: 0, stdout: `${NOTE_ID}\n`, stderr: 'Added 1 note\n' });
    const stdin = Object.assign(Readable.from([Buffer.from('Ask\nAda\n')]), { isTTY: false });
    const fromInput = await runCli(`notes add ${ID} --json`, [response], { stdin });
    expect(JSON.parse(fromInput.stdout)).toEqual({ data: note('Ask Ada') });
    expect([fromArgument, fromInput].map(({ requests }) => JSON.parse(requests[0]!.text) as unknown)).toEqual(
      [{ text: 'Ask Ada' }, { text: 'Ask\nAda\n' }],
    );
    expect((await runCli(['notes', 'add', ID, ''], [errorResponse(400, 'empty_value')])).code).toBe(5);
  });

  it('delete asks on a terminal, unless --yes is given', async () => {
    const command = `notes delete ${ID} ${NOTE_ID}`;
    const gone = () => new Response(null, { status: 204 });
    const declined = await runCli(command, [gone], { terminal: 80, stdin: terminalInput('n\n') });
    expect([declined.code, declined.requests]).toEqual([1, []]);
    for (const [argv, overrides] of [
      [command, { terminal: 80, stdin: terminalInput('y\n') }],
      [`${command} --yes`, { terminal: 80 }],
      [command, {}],
    ] as const) {
      const { code, stderr, requests } = await runCli(argv, [gone], overrides);
      expect([code, stderr]).toEqual([0, expect.stringContaining('Deleted 1 note\n')]);
      expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
        `DELETE /feedback/${ID}/notes/${NOTE_ID}`,
      ]);
    }
    expect((await runCli(command, [errorResponse(404, 'note_not_found')])).code).toBe(4);
  });

  it.each([
    ['notes list x', 4],
    ['notes add x text', 4],
    [`notes delete ${ID} x`, 4],
    [`notes delete ${ID}`, 2],
    ['notes nonsense', 2],
  ])('rejects %s without sending a request', async (command, exit) => {
    const { code, requests } = await runCli(command);
    expect([code, requests]).toEqual([exit, []]);
  });
});
