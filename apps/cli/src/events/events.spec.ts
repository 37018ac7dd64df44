import { Writable } from 'node:stream';
import type { FeedbackEvent } from '@libs/api-client';
import {
  errorResponse,
  eventsPage,
  eventStream,
  networkFailure,
  ScriptedService,
} from '@libs/api-client/testing';
import { item, itemId, runCli } from '../../testing/items';
import { stringContext } from '../../testing/string-context';
import { run } from '../run';

const common = {
  id: 'evt_0198c0de7a1b7c3d8e9f0a1b2c3d4e5f',
  timestamp: '2026-03-03T10:00:00.000Z',
  actor: { type: 'api_key', id: itemId(9) },
} as const;
const created = (title = 'Dark mode'): FeedbackEvent => ({
  ...common,
  type: 'feedback.created',
  data: { feedback: item(1, { title }), version: 1 },
});
const deleted: FeedbackEvent = {
  ...common,
  type: 'feedback.deleted',
  actor: { type: 'owner', id: itemId(8) },
  data: { feedback: { id: itemId(1), external_id: null }, version: 2 },
};
const imported: FeedbackEvent = {
  ...common,
  type: 'feedback.imported',
  actor: { type: 'import' },
  data: { import: { created: 12, existing: 3 } },
};
const url = 'https://example.com/hooks';
const disabled: FeedbackEvent = {
  ...common,
  type: 'webhook.disabled',
  actor: { type: 'system' },
  data: { webhook: { id: itemId(3), url, disabled_reason: 'gone' } },
};
const sent = (event: FeedbackEvent, cursor: string): string =>
  `id: ${cursor}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;

describe('feedback events', () => {
  it('prints one JSON event per line in a pipe, with its cursor', async () => {
    const { code, stdout, stderr, requests } = await runCli('events', [
      eventsPage([created('a\nb \x9b'), deleted], 'c2', true),
      eventsPage([imported], 'c3'),
    ]);
    expect([code, stderr]).toEqual([0, '']);
    const lines = stdout.trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      { ...created('a\nb \x9b'), cursor: null },
      { ...deleted, cursor: 'c2' },
      { ...imported, cursor: 'c3' },
    ]);
    expect(stdout).toContain('\\u009b');
    expect(requests.map(({ path }) => path)).toEqual(['/events?limit=100', '/events?after=c2&limit=100']);
  });

  it('prints the same with --json on a terminal', async () => {
    const { stdout } = await runCli('events --json', [eventsPage([imported], 'c3')], { terminal: 100 });
    expect(stdout).toBe(`${JSON.stringify({ ...imported, cursor: 'c3' })}\n`);
  });

  it('shows a table on a terminal with escaped control characters', async () => {
    const unknown = { ...common, type: 'key.\x1bcreated', actor: { type: 'b\x1b' }, data: {} };
    const events = [created('日本語 \x1b[2J'), deleted, imported, disabled, unknown];
    const { code, stdout, stderr } = await runCli('events --no-color', [eventsPage(events, 'c5')], {
      terminal: 98,
    });
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toBe(
      [
        'TIME                      TYPE                       ITEM                                  ACTOR',
        '2026-03-03T10:00:00.000Z  feedback.created           日本語 ␛[2J                           api_key',
        `2026-03-03T10:00:00.000Z  feedback.deleted           ${itemId(1)}  owner`,
        '2026-03-03T10:00:00.000Z  feedback.imported          12 created, 3 existing                import',
        '2026-03-03T10:00:00.000Z  webhook.disabled           https://example.com/hooks             system',
        '2026-03-03T10:00:00.000Z  key.␛created                                                     b␛',
        '',
      ].join('\n'),
    );
    const colored = await runCli('events', [eventsPage([imported], 'c3')], { terminal: 100 });
    expect(colored.stdout).toContain('\x1b[36mfeedback.imported');
  });

  it('shows every type of event in full at 80 columns', async () => {
    const event = { ...deleted, type: 'feedback.requests_reached' };
    const { stdout } = await runCli('events --no-color', [eventsPage([event], 'c1')], { terminal: 80 });
    expect(stdout).toContain(' feedback.requests_reached  ');
    expect(stdout).toMatch(/ owner\n$/);
  });

  it('sends its flags with the names of the API parameters', async () => {
    const { requests } = await runCli('events --types feedback.created,x --after c1 --limit 7', [
      eventsPage([], 'c1'),
    ]);
    expect(Object.fromEntries(new URLSearchParams(requests[0]!.path.split('?')[1]))).toEqual({
      types: 'feedback.created,x',
      after: 'c1',
      limit: '7',
    });
  });

  it('selects events by time, item, and actor, and follows those from a time', async () => {
    const flags = `--since 2026-03-03 --feedback-id ${itemId(1)} --actor import --exclude-actor ${itemId(9)}`;
    const query = {
      since: new Date(2026, 2, 3).toISOString(),
      feedback_id: itemId(1),
      actor: 'import',
      exclude_actor: itemId(9),
    };
    const listed = await runCli(`events ${flags}`, [eventsPage([], 'c1')]);
    const followed = await runCli(`events --follow ${flags} --max-wait 0`, [eventStream('')]);
    const queries = [...listed.requests, ...followed.requests].map(({ path }) =>
      Object.fromEntries(new URLSearchParams(path.split('?')[1])),
    );
    expect(queries).toEqual([{ ...query, limit: '100' }, query]);
  });

  it('prints at most --limit events', async () => {
    const { code, stdout, requests } = await runCli('events --limit 2', [
      eventsPage([created()], 'c1', true),
      eventsPage([deleted, imported], 'c3', true),
    ]);
    expect([code, requests.length]).toEqual([0, 2]);
    expect(stdout.trimEnd().split('\n')).toHaveLength(2);
  });

  it('exits with 0 and prints a note if there are no events', async () => {
    const { code, stdout, stderr } = await runCli('events', [eventsPage([], 'c0')], { terminal: 80 });
    expect([code, stdout, stderr]).toEqual([0, '', 'No events\n']);
    expect((await runCli('events --json', [eventsPage([], 'c0')])).stderr).toBe('');
  });

  it.each(['events --after old', 'events --follow --after old'])(
    'explains an expired cursor: %s',
    async (command) => {
      const message =
        'The cursor is older than the retention period; start again with after=latest or without a cursor';
      const { code, stdout, stderr } = await runCli(command, [
        errorResponse(410, 'cursor_expired', {}, { type: 'gone_error', message }),
      ]);
      expect([code, stdout]).toEqual([5, '']);
      expect(stderr).toBe(`Error: ${message}\nPass --after latest, or omit --after.\nRequest ID: req_1\n`);
    },
  );

  it('names the flag of an invalid cursor', async () => {
    const rejection = { type: 'validation_error', param: 'after', message: 'Invalid value for after' };
    const { code, stderr } = await runCli('events --after x', [
      errorResponse(400, 'invalid_parameter', {}, rejection),
    ]);
    expect([code, stderr]).toEqual([5, 'Error: Invalid value for --after\nRequest ID: req_1\n']);
  });

  it.each([
    ['events --follow --limit 5', "'--limit <count>' cannot be used with option '--follow'"],
    ['events --since 2026-03-03 --after c1', "'--since <time>' cannot be used with option '--after"],
    ['events --since 2026-02-31', 'Use a valid date'],
    ['events --limit many', 'Use a whole number'],
    ['events more', 'Too many arguments'],
  ])('rejects %s without sending a request', async (command, message) => {
    const { code, stderr, requests } = await runCli(command);
    expect([code, requests]).toEqual([2, []]);
    expect(stderr).toContain(message);
  });
});

describe('feedback events --follow', () => {
  it('prints new events as they arrive, until it is interrupted', async () => {
    const interruption = new AbortController();
    let shown = '';
    const onRead = () => {
      shown = stdout();
      interruption.abort();
    };
    const service = new ScriptedService(
      eventsPage([], 'c7'),
      eventStream(`: hello\n\n${sent(imported, 'c8')}`, { then: 'open', onRead }),
    );
    const { context, stdout, stderr } = stringContext({ fetch: service.fetch, signal: interruption.signal });
    expect([await run(['events', '--follow'], context), stderr()]).toEqual([130, '']);
    expect(shown).toBe(`${JSON.stringify({ ...imported, cursor: 'c8' })}\n`);
    expect(service.requests.map(({ path }) => path)).toEqual([
      '/events?after=latest&limit=100',
      '/events?after=c7',
    ]);
  });

  it('starts at the given cursor, and prints one header on a terminal', async () => {
    const { code, stdout, stderr, requests } = await runCli(
      'events --follow --after c1 --types feedback.deleted --max-wait 0 --no-color',
      [eventStream(sent(deleted, 'c2') + sent(deleted, 'c3'))],
      { terminal: 100 },
    );
    expect(requests.map(({ path }) => path)).toEqual(['/events?after=c1&types=feedback.deleted']);
    expect(stdout).toMatch(/^TIME .*\n(2026.*feedback\.deleted .*\n){2}$/);
    expect([code, stderr]).toEqual([7, expect.stringContaining('the event stream ended\nService URL')]);
  });

  it('exits with 7 if the service does not respond', async () => {
    const { code } = await runCli('events --follow --max-wait 0', [networkFailure('ECONNREFUSED')]);
    expect(code).toBe(7);
  });

  it('exits with 0 and cancels the stream when the reader closes the pipe', async () => {
    const onCancel = jest.fn();
    const stream = eventStream(sent(deleted, 'c2'), { then: 'open', onCancel });
    const { context, stderr } = stringContext({ fetch: new ScriptedService(stream).fetch });
    const stdout = new Writable({
      write: (_chunk, _encoding, done) => done(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' })),
    }).on('error', () => undefined);
    expect(await run(['events', '--follow', '--after', 'c1'], { ...context, stdout })).toBe(0);
    expect([onCancel.mock.calls.length, stderr()]).toEqual([1, '']);
  });
});
