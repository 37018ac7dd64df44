import { errorResponse, jsonResponse } from '@libs/api-client/testing';
import { runCli } from '../../testing/items';
import { attempt, deliveriesPage, delivery, deliveryId, webhookId } from '../../testing/webhooks';

const ID = webhookId(1);
const linesOf = (text: string) => text.trimEnd().split('\n');

describe('feedback webhooks deliveries', () => {
  const failed = delivery(2, {
    event_type: 'feedback.status_changed',
    status: 'pending',
    attempts: [
      attempt(),
      attempt({ status_code: 500, error: 'responded with status 500', duration_ms: 1234 }),
    ],
  });
  const refused = delivery(3, {
    status: 'failed',
    attempts: [attempt({ status_code: null, error: 'connection refused\x1b' })],
  });
  const waiting = delivery(4, { status: 'cancelled', attempts: [] });

  it('shows a table on a terminal, with the result of the last attempt', async () => {
    const { code, stdout, stderr } = await runCli(
      `webhooks deliveries ${ID} --no-color`,
      [deliveriesPage([delivery(1), failed, refused, waiting])],
      { terminal: 104 },
    );
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toBe(
      [
        'ID                                    STATUS     TYPE                       RESULT                  AGE',
        `${deliveryId(1)}  succeeded  feedback.created           204  182 ms             2m`,
        `${deliveryId(2)}  pending    feedback.status_changed    500  1,234 ms           2m`,
        `${deliveryId(3)}  failed     feedback.created           connection refused␛     2m`,
        `${deliveryId(4)}  cancelled  feedback.created                                   2m`,
        '',
      ].join('\n'),
    );
    const narrow = await runCli(`webhooks deliveries ${ID}`, [deliveriesPage([refused])], { terminal: 80 });
    expect(narrow.stdout).toContain('\x1b[31mfailed');
    expect(linesOf(narrow.stdout)[0]).not.toContain('TYPE');
  });

  it('prints one JSON delivery per line in a pipe or with --json', async () => {
    for (const [flag, overrides] of [
      ['', {}],
      ['--json', { terminal: 80 }],
    ] as const) {
      const argv = ['webhooks', 'deliveries', ID, flag].filter(Boolean);
      const { stdout } = await runCli(argv, [deliveriesPage([delivery(1), failed])], overrides);
      expect(linesOf(stdout).map((line) => JSON.parse(line) as unknown)).toEqual([delivery(1), failed]);
    }
  });

  it('sends its flags with the names of the API parameters', async () => {
    const { requests } = await runCli(
      `webhooks deliveries ${ID} --status failed --event-type webhook.test --limit 5 --cursor ${deliveryId(9)}`,
      [deliveriesPage([])],
    );
    const [path, query] = requests[0]!.path.split('?');
    expect([path, Object.fromEntries(new URLSearchParams(query))]).toEqual([
      `/webhooks/${ID}/deliveries`,
      { status: 'failed', event_type: 'webhook.test', limit: '5', cursor: deliveryId(9) },
    ]);
  });

  it('prints a page, and how to list the next one', async () => {
    const page = deliveriesPage([delivery(1)], deliveryId(1));
    const { stderr, requests } = await runCli(`webhooks deliveries ${ID}`, [page]);
    expect([stderr, requests.length]).toEqual([
      `More deliveries are available. To list them, use --all or --cursor ${deliveryId(1)}.\n`,
      1,
    ]);
    expect((await runCli(`webhooks deliveries ${ID} --json`, [page])).stderr).toBe('');
  });

  it('prints all pages with --all, under one header', async () => {
    const pages = [
      deliveriesPage([delivery(1)], 'c1'),
      deliveriesPage([delivery(2)], 'c2'),
      deliveriesPage([delivery(3)]),
    ];
    const { code, stdout, stderr, requests } = await runCli(
      `webhooks deliveries ${ID} --all --status succeeded --no-color`,
      pages,
      { terminal: 80 },
    );
    expect([code, stderr]).toEqual([0, '']);
    expect(linesOf(stdout).map((line) => line.split(' ')[0])).toEqual(['ID', ...[1, 2, 3].map(deliveryId)]);
    expect(requests.map(({ path }) => path.split('?')[1])).toEqual([
      'status=succeeded&limit=100',
      'status=succeeded&limit=100&cursor=c1',
      'status=succeeded&limit=100&cursor=c2',
    ]);
  });

  it('stops if the service returns the same page twice', async () => {
    const { code } = await runCli(`webhooks deliveries ${ID} --all`, [deliveriesPage([delivery(1)], 'c1')]);
    expect(code).toBe(1);
  });

  it('prints a note without deliveries', async () => {
    expect(await runCli(`webhooks deliveries ${ID}`, [deliveriesPage([])])).toMatchObject({
      code: 0,
      stdout: '',
      stderr: 'No deliveries\n',
    });
  });

  it.each([
    ['webhooks deliveries', 2],
    ['webhooks deliveries x', 4],
    [`webhooks deliveries ${ID} --status lost`, 2],
    [`webhooks deliveries ${ID} --limit many`, 2],
  ])('rejects %s without sending a request', async (command, exit) => {
    const { code, requests } = await runCli(command);
    expect([code, requests]).toEqual([exit, []]);
  });
});

describe('feedback webhooks retry', () => {
  const command = `webhooks retry ${ID} ${deliveryId(1)}`;
  const queued = { data: { delivery_id: deliveryId(1) } };

  it('sends a delivery again', async () => {
    const { code, stdout, stderr, requests } = await runCli(command, [jsonResponse(queued, 202)]);
    expect([code, stdout, stderr]).toEqual([0, '', 'Queued 1 delivery\n']);
    expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      `POST /webhooks/${ID}/deliveries/${deliveryId(1)}/retry`,
    ]);
    expect(JSON.parse((await runCli(`${command} --json`, [jsonResponse(queued, 202)])).stdout)).toEqual(
      queued,
    );
  });

  it.each([
    [404, 'delivery_not_found', 4],
    [409, 'webhook_disabled', 5],
    [409, 'event_unavailable', 5],
  ])('of %i %s exits with its code', async (status, error, exit) => {
    expect((await runCli(command, [errorResponse(status, error)])).code).toBe(exit);
  });

  it.each([
    [`webhooks retry ${ID}`, 2, 'missing required argument'],
    [
      `webhooks retry ${ID} x`,
      4,
      `Invalid delivery ID\nAn ID has 36 characters. Run \`feedback webhooks deliveries ${ID}\``,
    ],
    [`webhooks retry x ${deliveryId(1)}`, 4, 'Invalid webhook ID'],
  ])('rejects %s without sending a request', async (argv, exit, message) => {
    const { code, stderr, requests } = await runCli(argv);
    expect([code, requests]).toEqual([exit, []]);
    expect(stderr.toLowerCase()).toContain(message.toLowerCase());
  });
});
