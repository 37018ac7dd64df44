import { EventEmitter } from 'node:events';
import type { FastifyReply } from 'fastify';
import { JsonDownloads } from './json-downloads';

const STALL_MS = 1_234;

/** A response whose client reads nothing. */
function unread() {
  const raw = Object.assign(new EventEmitter(), {
    destroyed: false,
    destroy: jest.fn(),
    setTimeout: jest.fn(),
  });
  const reply = { raw, type: () => reply, header: () => reply, send: () => reply } as unknown as FastifyReply;
  return { raw, reply };
}
const settled = () => new Promise((next) => setImmediate(next));

describe('JsonDownloads', () => {
  let downloads: JsonDownloads;
  let ended: number;
  beforeEach(() => {
    downloads = new JsonDownloads({ stallMs: STALL_MS });
    ended = 0;
  });

  async function* parts() {
    try {
      for (const part of ['[', '1', ']']) yield part;
    } finally {
      ended++;
    }
  }
  const start = (accountId: string, onStart = async () => {}) => {
    const { raw, reply } = unread();
    const sent = downloads.send(accountId, reply, { fileName: 'a.json', text: parts(), onStart });
    return { raw, sent };
  };

  it('rejects a second one of the same account while one is running', async () => {
    await start('a').sent;
    await expect(start('a').sent).rejects.toMatchObject({ code: 'export_in_progress' });
    await start('b').sent;
  });

  it('ends when the client disconnects before it reads anything', async () => {
    const { raw, sent } = start('a');
    await sent;
    raw.emit('close');
    await settled();
    expect(ended).toBe(1);
    await start('a').sent;
  });

  it('closes the connection of a client that stops reading', async () => {
    const { raw, sent } = start('a');
    await sent;
    const [[milliseconds, onStall]] = raw.setTimeout.mock.calls as [[number, () => void]];
    onStall();
    expect([milliseconds, raw.destroy.mock.calls.length]).toEqual([STALL_MS, 1]);
  });

  it('does not start if the security log cannot be written', async () => {
    const failing = start('a', () => Promise.reject(new Error('no database')));
    await expect(failing.sent).rejects.toThrow('no database');
    expect(ended).toBe(1);
    await start('a').sent;
  });
});
