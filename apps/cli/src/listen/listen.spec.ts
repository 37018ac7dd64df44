import type { FeedbackEvent } from '@libs/api-client';
import {
  API_KEY,
  errorResponse,
  eventsPage,
  eventStream,
  ScriptedService,
  type Step,
} from '@libs/api-client/testing';
import { Webhook } from 'standardwebhooks';
import { item, runCli, type ContextOverrides } from '../../testing/items';
import { stringContext } from '../../testing/string-context';
import { run } from '../run';

const NOW = new Date('2026-03-03T10:00:00.900Z');
const SECRET = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';
const LISTEN = 'listen --forward-to http://127.0.0.1:4000/hook?a=1';

const common = { timestamp: '2026-03-03T10:00:00.000Z', actor: { type: 'system' } } as const;
const created: FeedbackEvent = {
  ...common,
  id: 'evt_0198c0de7a1b7c3d8e9f0a1b2c3d4e5e',
  type: 'feedback.created',
  data: { feedback: item(1, { title: '日本語 \x1b[2J' }), version: 1 },
};
/** The event of the published example of a signature, as an earlier release sent it. */
const deleted = {
  id: 'evt_0198c0de7a1b7c3d8e9f0a1b2c3d4e5f',
  type: 'feedback.deleted',
  ...common,
  data: { feedback: { id: '0198c0de-7a1b-7c3d-8e9f-0a1b2c3d4e5f' }, version: 2 },
} as FeedbackEvent;
const sent = (event: FeedbackEvent, cursor = 'c1'): string =>
  `id: ${cursor}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;

const respond =
  (status: number): Step =>
  () =>
    new Response(status === 204 ? null : 'text', { status });
const refused: Step = () => {
  const cause = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:4000'), { code: 'ECONNREFUSED' });
  throw new TypeError('fetch failed', { cause });
};

/** Runs `listen` with these events and responses of the local server, and interrupts it after the last event. */
async function listenTo(
  events: readonly FeedbackEvent[],
  responses: readonly Step[],
  { command = LISTEN, ...overrides }: ContextOverrides & { command?: string } = {},
) {
  const interruption = new AbortController();
  const stream = eventStream(events.map((event) => sent(event)).join(''), {
    then: 'open',
    onRead: () => interruption.abort(),
  });
  const result = await runCli(command, [eventsPage([], 'c0'), stream, ...responses], {
    now: () => NOW,
    signal: interruption.signal,
    ...overrides,
  });
  return { ...result, posts: result.requests.slice(2) };
}

const resultsOf = (stdout: string) =>
  stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);

describe('feedback listen', () => {
  /** events.md 1, events.md 3 */
  it('posts each new event in order, with the headers of a delivery', async () => {
    const { code, requests, posts } = await listenTo([created, deleted], [respond(200), respond(204)], {
      command: `${LISTEN} --types feedback.created,feedback.deleted`,
      env: { FEEDBACK_WEBHOOK_SECRET: SECRET },
    });
    expect(code).toBe(130);
    expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /events?after=latest&types=feedback.created%2Cfeedback.deleted&limit=100',
      'GET /events?after=c0&types=feedback.created%2Cfeedback.deleted',
      'POST /hook?a=1',
      'POST /hook?a=1',
    ]);
    expect(posts.map(({ text }) => text)).toEqual([created, deleted].map((event) => JSON.stringify(event)));
    expect(Object.fromEntries(posts[1]!.headers)).toEqual({
      'content-type': 'application/json',
      'user-agent': expect.stringMatching(/^feedback-cli\/\d/),
      'webhook-id': 'evt_0198c0de7a1b7c3d8e9f0a1b2c3d4e5f',
      'webhook-timestamp': '1772532000',
      'webhook-signature': 'v1,sksJjOybmP+wsrb+iNKIyr4I8vMv9OmcgCOxsD05jkU=',
    });
    expect(posts[1]!.init.redirect).toBe('manual');
  });

  it('prints one JSON result per line in a pipe', async () => {
    const { stdout } = await listenTo([created, deleted, created], [respond(204), respond(302), refused]);
    const at = NOW.toISOString();
    const createdResult = { event_id: created.id, event_type: 'feedback.created', at, duration_ms: 0 };
    expect(resultsOf(stdout)).toEqual([
      { ...createdResult, status: 'succeeded', status_code: 204, error: null },
      {
        event_id: deleted.id,
        event_type: 'feedback.deleted',
        status: 'failed',
        at,
        status_code: 302,
        error: null,
        duration_ms: 0,
      },
      {
        ...createdResult,
        status: 'failed',
        status_code: null,
        error: 'connect ECONNREFUSED 127.0.0.1:4000',
      },
    ]);
    const onTerminal = await listenTo([created], [respond(204)], {
      command: `${LISTEN} --json`,
      terminal: 100,
    });
    expect(resultsOf(onTerminal.stdout)).toMatchObject([{ event_id: created.id }]);
  });

  it('shows a table on a terminal and continues after a failure', async () => {
    let time = NOW.getTime();
    const slow: Step = (request) => {
      time += 1234;
      return respond(200)(request);
    };
    const { stdout } = await listenTo([created, deleted, deleted], [slow, respond(500), refused], {
      command: `${LISTEN} --no-color`,
      terminal: 80,
      now: () => new Date(time),
    });
    const clock = NOW.toTimeString().slice(0, 8);
    const later = new Date(time).toTimeString().slice(0, 8);
    expect(stdout).toBe(
      [
        'TIME      TYPE                       ITEM              RESULT',
        `${clock}  feedback.created           日本語 ␛[2J       → 200  1,234 ms`,
        `${later}  feedback.deleted           0198c0de-7a1b-7…  → 500  0 ms`,
        `${later}  feedback.deleted           0198c0de-7a1b-7…  → connect ECONNREFUSED 1…`,
        '',
      ].join('\n'),
    );
    const colored = await listenTo([created, deleted], [respond(204), respond(500)], { terminal: 80 });
    expect(colored.stdout).toContain('\x1b[32m→ 204  0 ms\x1b[39m');
    expect(colored.stdout).toContain('\x1b[31m→ 500  0 ms\x1b[39m');
  });

  it('prints a secret that stays the same for the same API key, and signs with it', async () => {
    const first = await listenTo([created], [respond(204)]);
    expect(first.stderr).toMatch(
      /^Sending events to http:\/\/127\.0\.0\.1:4000\/hook\?a=1\nSigning secret: whsec_[A-Za-z\d+/]{43}=\n$/,
    );
    const [secret] = /whsec_\S+/.exec(first.stderr)!;
    const { text, headers } = first.posts[0]!;
    expect(headers.get('webhook-signature')).toBe(new Webhook(secret).sign(created.id, NOW, text));
    expect((await listenTo([], [])).stderr).toBe(first.stderr);
    const other = await listenTo([], [], { env: { FEEDBACK_API_KEY: `${API_KEY}x` } });
    expect(other.stderr).not.toContain(secret);
    expect((await listenTo([], [], { command: `${LISTEN} --quiet` })).stderr).toBe('');
  });

  it.each([
    ['--secret', { command: `${LISTEN} --secret ${SECRET}`, env: { FEEDBACK_WEBHOOK_SECRET: 'whsec_AAAA' } }],
    ['FEEDBACK_WEBHOOK_SECRET', { env: { FEEDBACK_WEBHOOK_SECRET: ` ${SECRET}\n` } }],
  ])('uses the secret of %s without printing it', async (from, overrides) => {
    const { stderr, posts } = await listenTo([deleted], [respond(204)], overrides);
    expect(stderr.split('\n')[1]).toBe(`Signing secret: from ${from}`);
    const [post] = posts;
    expect(post!.headers.get('webhook-signature')).toBe('v1,sksJjOybmP+wsrb+iNKIyr4I8vMv9OmcgCOxsD05jkU=');
  });

  it.each([
    SECRET.replace('whsec_', ''),
    SECRET.replace('whsec', 'whpk'),
    SECRET.replace('AAEC', 'AA*C'),
    `whsec_${Buffer.alloc(23).toString('base64')}`,
    `whsec_${Buffer.alloc(65).toString('base64')}`,
  ])('rejects the secret %s without printing it', async (secret) => {
    const { code, stderr, requests } = await runCli(`${LISTEN} --secret ${secret}`);
    expect([code, requests]).toEqual([2, []]);
    expect(stderr).toBe(
      'Error: Invalid signing secret (from --secret)\nUse whsec_ and 24 to 64 bytes in Base64.\n',
    );
    const fromEnv = await runCli(LISTEN, [], { env: { FEEDBACK_WEBHOOK_SECRET: secret } });
    expect(fromEnv.stderr).toContain('(from FEEDBACK_WEBHOOK_SECRET)');
  });

  it.each([
    ['listen', "Required option '--forward-to <url>' not specified"],
    ['listen --forward-to localhost:4000', 'Use a URL such as http://localhost:4000/hook.'],
    ['listen --forward-to /hook', 'Use a URL such as'],
    ['listen --forward-to http://a:b@localhost', 'Use a URL such as'],
    ['listen --forward-to ftp://localhost', 'Use a URL such as'],
    [`${LISTEN} more`, 'Too many arguments'],
  ])('rejects %s without sending a request', async (command, message) => {
    const { code, stderr, requests } = await runCli(command);
    expect([code, requests]).toEqual([2, []]);
    expect(stderr).toContain(message);
  });

  it('exits with 3 when the key is revoked', async () => {
    const { code, stderr, requests } = await runCli(`${LISTEN} --max-wait 1`, [
      eventsPage([], 'c0'),
      eventStream(sent(created)),
      respond(204),
      errorResponse(401, 'api_key_revoked', {}, { message: 'API key revoked' }),
    ]);
    expect([code, requests.length]).toEqual([3, 4]);
    expect(stderr).toContain('Error: API key revoked');
  });

  it('exits with 130 during a request that is not answered', async () => {
    const interruption = new AbortController();
    const pending: Step = ({ init }) =>
      new Promise((_, reject) => {
        init.signal!.addEventListener('abort', () => reject(init.signal!.reason as Error));
        interruption.abort();
      });
    const service = new ScriptedService(eventsPage([], 'c0'), eventStream(sent(created)), pending);
    const { context, stdout } = stringContext({ fetch: service.fetch, signal: interruption.signal });
    expect([await run(LISTEN.split(' '), context), stdout()]).toEqual([130, '']);
  });
});
