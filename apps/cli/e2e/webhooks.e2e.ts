import { createFeedbackClient, type WebhookDelivery } from '@libs/api-client';
import { Receiver, type ReceivedRequest } from '@tools/testing';
import { Webhook } from 'standardwebhooks';
import { useService } from './support/service';
import { hasTerminal, Shell } from './support/shell';

const inTerminal = hasTerminal ? it : it.skip;

describe('webhook commands in a shell', () => {
  const product = useService();
  let shell: Shell;
  let receiver: Receiver;
  let key: string;
  beforeEach(async () => {
    ({ key } = await product.account());
    shell = new Shell({ url: product.url, key });
    receiver = await Receiver.start();
  });
  afterEach(async () => {
    shell.remove();
    await receiver.stop();
  });

  /** Runs a command that must succeed. */
  async function run(command: string): Promise<string> {
    const { code, stdout, stderr } = await shell.run(`feedback webhooks ${command}`);
    expect([command, code, stderr.includes('Error')]).toEqual([command, 0, false]);
    return stdout;
  }
  const json = async <T>(command: string): Promise<T> => JSON.parse(await run(`${command} --json`)) as T;
  const create = (flags = '') =>
    json<{ data: { id: string; secret: string } }>(`create '${receiver.url}' ${flags}`);
  const verify = ({ headers, body }: ReceivedRequest, secret: string) =>
    new Webhook(secret).verify(body, headers as never) as { type: string };

  /** webhooks.md 1, webhooks.md 2 */
  it('create, test, update, rotate, retry, replay, and delete a webhook', async () => {
    const client = createFeedbackClient({ baseUrl: product.url, apiKey: key });
    await client.create({ title: 'Before the webhook' });

    const { data: created } = await create("--events feedback.created --header 'X-Team: web'");
    const { id } = created;
    const result = JSON.parse(await run(`test ${id}`)) as WebhookDelivery;
    expect(result).toMatchObject({ event_type: 'webhook.test', status: 'succeeded' });
    const [first] = await receiver.untilReceived(1);
    expect(verify(first!, created.secret).type).toBe('webhook.test');
    expect(first!.headers['x-team']).toBe('web');

    expect(await run(`replay ${id} --since 2020-01-01 --dry-run`)).toBe('1 event\n');
    await run(`replay ${id} --since 2020-01-01`);
    const [, replayed] = await receiver.untilReceived(2);
    expect(JSON.parse(replayed!.body)).toMatchObject({ data: { feedback: { title: 'Before the webhook' } } });

    const rotated = await json<{ data: { secret: string; previous_secret_expires_at: string | null } }>(
      `rotate-secret ${id} --overlap 0`,
    );
    expect(rotated.data.secret).not.toBe(created.secret);
    await run(`retry ${id} ${result.id}`);
    const [, , again] = await receiver.untilReceived(3);
    expect(again!.id).toBe(first!.id);
    expect(verify(again!, rotated.data.secret).type).toBe('webhook.test');

    const deliveries = await run(`deliveries ${id} --event-type webhook.test`);
    expect(deliveries.trimEnd().split('\n')).toHaveLength(1);

    await run(`update ${id} --status disabled --description 'Sync'`);
    expect(await run(`get ${id}`)).toMatch(/^http:.*\nID .*\nStatus +disabled\n[^]*Description +Sync\n/);
    expect((await shell.run(`feedback webhooks test ${id}`)).code).toBe(5);
    await run(`delete ${id}`);
    expect([await run('list'), (await shell.run(`feedback webhooks get ${id}`)).code]).toEqual(['', 4]);
  });

  it('report a failed test', async () => {
    receiver.respond = (response) => void response.writeHead(500).end();
    const { data } = await create();
    const { code, stdout, stderr } = await shell.run(`feedback webhooks test ${data.id}`);
    expect([code, stderr]).toEqual([1, 'Error: The test failed: responded with status 500\n']);
    expect(JSON.parse(stdout)).toMatchObject({ status: 'pending', attempts: [{ status_code: 500 }] });
  });

  inTerminal('show tables, and ask before they delete a webhook', async () => {
    const { data } = await create();
    expect((await shell.terminal('feedback webhooks list', 100)).stdout).toContain('\x1b[1mSTATUS');
    const command = `feedback webhooks delete ${data.id}`;
    const declined = await shell.terminal(command, 100, { after: '[y/N]', text: 'n\n' });
    expect(declined.code).toBe(1);
    const confirmed = await shell.terminal(command, 100, { after: '[y/N]', text: 'y\n' });
    expect([confirmed.code, await run('list')]).toEqual([0, '']);
  });
});
