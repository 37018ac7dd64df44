import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FeedbackEvent } from '@libs/api-client';
import { Webhook } from 'standardwebhooks';
import { itemId } from '../../testing/items';
import { forward } from './forward';

const EVENT: FeedbackEvent = {
  id: 'evt_1',
  type: 'feedback.deleted',
  timestamp: '2026-03-03T10:00:00.000Z',
  actor: { type: 'system' },
  data: { feedback: { id: itemId(1), external_id: null }, version: 2 },
};
const webhook = new Webhook(`whsec_${'A'.repeat(43)}=`);
const context = { now: () => new Date(), signal: new AbortController().signal };

/** Posts the event to a server on this machine. */
async function forwardTo(listener: RequestListener, { timeoutMs = 5000, path = '/' } = {}) {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    listener(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
  try {
    const { statusCode, error } = await forward(EVENT, { url, webhook, timeoutMs }, context);
    return { statusCode, error, requests };
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

describe('forward', () => {
  it('returns a redirect without following it', async () => {
    const listener: RequestListener = (_, response) => response.writeHead(307, { location: '/other' }).end();
    expect(await forwardTo(listener)).toEqual({ statusCode: 307, error: null, requests: ['POST /'] });
  });

  it.each<[string, RequestListener]>([
    ['sends nothing', () => undefined],
    ['sends only headers', (_, response) => response.writeHead(200).flushHeaders()],
  ])('fails if the server %s in time', async (_, listener) => {
    expect(await forwardTo(listener, { timeoutMs: 100 })).toMatchObject({
      statusCode: null,
      error: 'no response in 0.1 s',
    });
  });

  it('fails if the server closes the connection, and sends the event only once', async () => {
    const { statusCode, error, requests } = await forwardTo((request) => request.socket.destroy());
    expect([statusCode, error, requests]).toEqual([null, 'other side closed', ['POST /']]);
  });

  it.each([
    [Object.assign(new Error(''), { code: 'ECONNREFUSED' }), 'ECONNREFUSED'],
    [new Error('bad port'), 'bad port'],
    [undefined, 'fetch failed'],
  ])('names the reason of a failure: %s', async (cause, error) => {
    const fetch = () => Promise.reject(new TypeError('fetch failed', { cause }));
    const result = await forward(EVENT, { url: 'http://127.0.0.1', webhook }, { ...context, fetch });
    expect(result).toMatchObject({ statusCode: null, error });
  });

  it('throws the reason of the signal', async () => {
    const signal = AbortSignal.abort(new Error('enough'));
    const target = { url: 'http://127.0.0.1:1', webhook };
    await expect(forward(EVENT, target, { ...context, signal })).rejects.toThrow('enough');
  });
});
