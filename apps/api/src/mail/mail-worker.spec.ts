import { MAIL_LEASE_SECONDS, MailComposer } from '@libs/accounts';
import { idAt, InMemoryMailOutbox, testSeal } from '@libs/accounts/testing';
import { ConsoleLogger, Logger } from '@nestjs/common';
import type { RenderedMail } from './mail.template';
import type { SendResult } from './mail-sender';
import { MailWorker } from './mail-worker';

const SENT: SendResult = { state: 'sent', response: '250 OK' };

/** mail.md 3 */
describe('MailWorker', () => {
  let now: Date;
  let sent: [id: string, mail: RenderedMail][];
  let results: SendResult[];
  let outbox: InMemoryMailOutbox;
  let worker: MailWorker;
  const clock = () => now;
  const composer = new MailComposer(testSeal, clock, idAt);
  const sender = {
    send: async (id: string, mail: RenderedMail) => {
      sent.push([id, mail]);
      return results.shift() ?? SENT;
    },
    verify: async () => {},
    close: () => {},
  };
  const advance = (seconds: number) => (now = new Date(now.getTime() + seconds * 1000));
  const queue = async () => {
    const content = { kind: 'password_reset', to: 'ada@example.com', parameters: { token: 'T' } } as const;
    const message = composer.compose(null, content);
    await outbox.add([message]);
    return message;
  };

  beforeAll(() => Logger.overrideLogger(false));
  afterAll(() => Logger.overrideLogger(new ConsoleLogger()));
  beforeEach(() => {
    now = new Date('2026-03-03T12:00:00.000Z');
    [sent, results] = [[], []];
    outbox = new InMemoryMailOutbox();
    const ports = { outbox, composer, sender };
    worker = new MailWorker(ports, 'https://feedback.example.com', clock);
  });

  it('sends a message once, and deletes its content', async () => {
    const { id } = await queue();
    expect(await worker.sendNext()).toBe(true);
    expect(await worker.sendNext()).toBe(false);
    advance(1_000_000);
    expect(await worker.sendNext()).toBe(false);
    expect(sent.map(([sentId, { to }]) => [sentId, to])).toEqual([[id, 'ada@example.com']]);
    expect(outbox.messages[0]!.sealed).toHaveLength(0);
  });

  it('sends it again, with the same ID, if the server was unavailable', async () => {
    const { id } = await queue();
    results = [{ state: 'unavailable', reason: 'ECONNREFUSED', response: '' }];
    await worker.sendNext();
    expect(await worker.sendNext()).toBe(false);
    advance(5);
    expect(await worker.sendNext()).toBe(true);
    expect(sent.map(([sentId]) => sentId)).toEqual([id, id]);
  });

  it.each([
    ['unavailable', 'The mail server is unavailable (451); retrying at 2026-03-03T12:00:05.000Z'],
    ['deferred', 'The mail server does not accept a message yet (451); retrying at 2026-03-03T12:00:05.000Z'],
  ] as const)('warns of a server that is %s, without the address', async (state, message) => {
    const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => {});
    await queue();
    results = [{ state, reason: '451', response: '451 ada@example.com' }];
    await worker.sendNext();
    expect(warn.mock.calls).toEqual([[message]]);
    warn.mockRestore();
  });

  describe('while the server is unavailable', () => {
    const UNAVAILABLE: SendResult = { state: 'unavailable', reason: 'ECONNREFUSED', response: '' };

    beforeEach(() => jest.useFakeTimers({ doNotFake: ['performance'] }));
    afterEach(async () => {
      await worker.onModuleDestroy();
      jest.useRealTimers();
    });

    it('tries one message every five seconds, and sends all of them once it works again', async () => {
      results = Array.from({ length: 5 }, () => UNAVAILABLE);
      for (let n = 0; n < 20; n++) await queue();
      worker.onApplicationBootstrap();
      await jest.advanceTimersByTimeAsync(0);
      expect(sent).toHaveLength(3);
      await jest.advanceTimersByTimeAsync(4_999);
      expect(sent).toHaveLength(3);
      await jest.advanceTimersByTimeAsync(1);
      expect(sent).toHaveLength(4);
      await jest.advanceTimersByTimeAsync(5_000);
      expect(sent).toHaveLength(5);
      await jest.advanceTimersByTimeAsync(5_000);
      expect(sent).toHaveLength(20);
    });

    it.each<[string, readonly SendResult[]]>([
      ['single attempts that fail', [UNAVAILABLE, UNAVAILABLE, SENT, UNAVAILABLE, UNAVAILABLE]],
      [
        'recipients that it does not accept yet',
        Array.from({ length: 5 }, () => ({ state: 'deferred', reason: '450', response: '' })),
      ],
    ])('does not wait because of %s', async (_, all) => {
      results = [...all];
      for (let n = 0; n < 10; n++) await queue();
      worker.onApplicationBootstrap();
      await jest.advanceTimersByTimeAsync(0);
      expect(sent).toHaveLength(10);
    });
  });

  it('does not repeat what the server rejects', async () => {
    await queue();
    results = [{ state: 'rejected', reason: '550', response: '' }];
    await worker.sendNext();
    advance(MAIL_LEASE_SECONDS);
    expect(await worker.sendNext()).toBe(false);
  });

  it('drops a message that is no longer valid', async () => {
    await queue();
    advance(3_600);
    expect(await worker.sendNext()).toBe(true);
    expect(sent).toEqual([]);
    expect(outbox.messages[0]!.sealed).toHaveLength(0);
  });

  it('drops a message that it cannot decrypt', async () => {
    await outbox.add([{ ...(await queue()), id: idAt(now), sealed: Buffer.alloc(40) }]);
    while (await worker.sendNext());
    expect(sent).toHaveLength(1);
  });

  it('stores the result although the database fails once', async () => {
    await queue();
    let failures = 1;
    const record = outbox.record.bind(outbox);
    outbox.record = async (...args) => {
      if (failures-- > 0) throw new Error('no connection');
      return record(...args);
    };
    await worker.sendNext();
    advance(MAIL_LEASE_SECONDS);
    expect(await worker.sendNext()).toBe(false);
    expect(sent).toHaveLength(1);
  });
});
