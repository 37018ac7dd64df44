import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createFeedbackClient, type FeedbackClient, type FeedbackEvent } from '@libs/api-client';
import { Webhook } from 'standardwebhooks';
import { useService } from './support/service';
import { Shell, waitForExit } from './support/shell';

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A server on this machine. Fails for updated items. */
class Receiver {
  readonly received: Received[] = [];
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (text) => (body += text));
      request.on('end', () => {
        this.received.push({ headers: request.headers, body });
        response.writeHead(body.includes('"feedback.updated"') ? 500 : 204).end();
      });
    });
  }

  static async start(): Promise<Receiver> {
    const receiver = new Receiver();
    await once(receiver.#server.listen(0, '127.0.0.1'), 'listening');
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/hook`;
  }

  /** The events of an item. The official library verifies each request. */
  eventsOf(id: string, secret: string): FeedbackEvent[] {
    return this.received
      .map(({ headers, body }) => new Webhook(secret).verify(body, headers as never) as FeedbackEvent)
      .filter(({ data }) => 'feedback' in data && data.feedback.id === id);
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

const waitUntil = async (isTrue: () => boolean): Promise<void> => {
  while (!isTrue()) await new Promise((next) => setTimeout(next, 20));
};

describe('feedback listen and a server on this machine', () => {
  const product = useService();
  let shell: Shell;
  let receiver: Receiver;
  let client: FeedbackClient;
  let account: Awaited<ReturnType<typeof product.account>>;

  beforeEach(async () => {
    account = await product.account();
    receiver = await Receiver.start();
    shell = new Shell({ url: product.url, key: account.key });
    client = createFeedbackClient({ baseUrl: product.url, apiKey: await account.issueKey() });
  });
  afterEach(() => {
    receiver.stop();
    shell.remove();
  });

  /** Starts the command and creates items until one is sent, because only then it is known to listen. */
  async function startListening() {
    const child = shell.start(`exec feedback listen --forward-to '${receiver.url}'`);
    const result = waitForExit(child);
    let stderr = '';
    child.stderr.on('data', (text) => (stderr += String(text)));
    await waitUntil(() => stderr.split('\n').length > 2);
    while (receiver.received.length === 0) {
      await client.create({ title: 'Is it listening?' });
      await new Promise((next) => setTimeout(next, 100));
    }
    return { child, result, secret: /Signing secret: (whsec_\S+)/.exec(stderr)![1]! };
  }

  /** events.md 1, events.md 3 */
  it('sends each change once, in order, with a valid signature, until Ctrl-C', async () => {
    const { child, result, secret } = await startListening();
    const { data: item } = await client.create({ title: 'Dark mode 日本 \u2028' });
    await client.update(item.id, { status: 'planned' });
    await client.delete(item.id);
    await waitUntil(() => receiver.eventsOf(item.id, secret).length === 4);
    child.kill('SIGINT');

    const events = receiver.eventsOf(item.id, secret);
    expect(events.map(({ type, data }) => [type, 'version' in data && data.version])).toEqual([
      ['feedback.created', 1],
      ['feedback.updated', 2],
      ['feedback.status_changed', 2],
      ['feedback.deleted', 3],
    ]);
    const { code, stdout, stderr } = await result;
    expect([code, stderr]).toEqual([130, `Sending events to ${receiver.url}\nSigning secret: ${secret}\n`]);
    const results = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    // The last request may have been interrupted.
    const shown = events.slice(0, 3).map(({ id }) => results.filter(({ event_id }) => event_id === id));
    expect(shown).toMatchObject([
      [{ status: 'succeeded', status_code: 204 }],
      [{ status: 'failed', status_code: 500 }],
      [{ status: 'succeeded', status_code: 204 }],
    ]);
  });

  it('exits with 3 when the key is revoked', async () => {
    const { result } = await startListening();
    const { data: key } = await createFeedbackClient({ baseUrl: product.url, apiKey: account.key }).key();
    await product.product.operator('revoke-key', '--account', account.slug, '--id', key.id);
    const { code, stderr } = await result;
    expect([code, stderr]).toEqual([3, expect.stringContaining('Error: API key has been revoked')]);
  });
});
