import { MAIL_LEASE_SECONDS, MailComposer, type MailKind } from '@libs/accounts';
import { idAt, InMemoryMailOutbox, testSeal } from '@libs/accounts/testing';
import { ConsoleLogger, Logger } from '@nestjs/common';
import { MailDelivery } from './mail-delivery';
import type { SendResult } from './mail-sender';

const SENT: SendResult = { state: 'sent', response: '250 OK' };

/** mail.md 3 */
describe('MailDelivery', () => {
  let now: Date;
  let sent: [id: string, to: string][];
  let results: (SendResult | Promise<SendResult>)[];
  let outbox: InMemoryMailOutbox;
  let delivery: MailDelivery;
  let suppressed: string[];
  const clock = () => now;
  const composer = new MailComposer(testSeal, clock, idAt);
  const sender = {
    send: async (id: string, { to }: { to: string }) => {
      sent.push([id, to]);
      return results.shift() ?? SENT;
    },
    verify: async () => {},
    close: () => {},
  };
  const suppressions = {
    mayStillSend: async (_: unknown, to: string) => !suppressed.includes(to),
    suppress: async (_: unknown, to: string) => {
      if (to.startsWith('ada')) throw new Error('no connection');
      suppressed.push(to);
    },
  };
  const advance = (seconds: number) => (now = new Date(now.getTime() + seconds * 1000));
  const queue = async (to = 'ada@example.com', kind: MailKind = 'password_reset') => {
    const message = composer.compose(null, { kind, to, parameters: { token: 'T' } as never });
    await outbox.add([message]);
    advance(1);
    return message;
  };
  /** Returns how the server responded to each message that is due. */
  const deliver = async () =>
    Promise.all((await outbox.claim(now, 10)).map((message) => delivery.deliver(message)));

  beforeAll(() => Logger.overrideLogger(false));
  afterAll(() => Logger.overrideLogger(new ConsoleLogger()));
  beforeEach(() => {
    now = new Date('2026-03-03T12:00:00.000Z');
    [sent, results, suppressed] = [[], [], []];
    outbox = new InMemoryMailOutbox();
    delivery = new MailDelivery(
      { outbox, composer, sender, suppressions },
      'https://feedback.example.com',
      clock,
    );
  });

  it('sends a message once, and deletes its content', async () => {
    const { id } = await queue();
    expect(await deliver()).toEqual(['sent']);
    advance(1_000_000);
    expect(await deliver()).toEqual([]);
    expect(sent).toEqual([[id, 'ada@example.com']]);
    expect(outbox.messages[0]!.sealed).toHaveLength(0);
  });

  it('sends it again, with the same ID, if the server was unavailable', async () => {
    const { id } = await queue();
    results = [{ state: 'unavailable', reason: 'ECONNREFUSED', response: '' }];
    expect(await deliver()).toEqual(['unavailable']);
    expect(await deliver()).toEqual([]);
    advance(5);
    expect(await deliver()).toEqual(['sent']);
    expect(sent.map(([sentId]) => sentId)).toEqual([id, id]);
  });

  it.each([
    ['unavailable', 'The mail server is unavailable (451); retrying at 2026-03-03T12:00:06.000Z'],
    ['deferred', 'The mail server does not accept a message yet (451); retrying at 2026-03-03T12:00:06.000Z'],
  ] as const)('warns of a server that is %s, without the address', async (state, message) => {
    const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => {});
    await queue();
    results = [{ state, reason: '451', response: '451 ada@example.com' }];
    await deliver();
    expect(warn.mock.calls).toEqual([[message]]);
    warn.mockRestore();
  });

  it('does not repeat what the server rejects', async () => {
    await queue();
    results = [{ state: 'rejected', reason: '550', response: '' }];
    await deliver();
    advance(MAIL_LEASE_SECONDS);
    expect(await deliver()).toEqual([]);
  });

  /** mail.md 9 */
  it('suppresses an address that does not exist, but not for other reasons, and asks before each message', async () => {
    const rejected = { state: 'rejected', reason: '550', response: '' } as const;
    await queue('cy@example.com');
    await queue('bo@example.com');
    await queue('bo@example.com');
    results = [rejected, { ...rejected, isUnknownRecipient: true }];
    expect(await deliver()).toEqual(['rejected', 'rejected', null]);
    expect(suppressed).toEqual(['bo@example.com']);
    expect(await outbox.claim(new Date(now.getTime() + 1_000_000_000), 10)).toEqual([]);
  });

  it('keeps the result of a message although its address cannot be suppressed', async () => {
    await queue();
    results = [{ state: 'rejected', reason: '550', response: '', isUnknownRecipient: true }];
    expect(await deliver()).toEqual(['rejected']);
    advance(MAIL_LEASE_SECONDS);
    expect(await deliver()).toEqual([]);
  });

  it('drops a message that is no longer valid', async () => {
    await queue();
    advance(3_600);
    expect(await deliver()).toEqual([null]);
    expect(sent).toEqual([]);
    expect(outbox.messages[0]!.sealed).toHaveLength(0);
  });

  it('drops a message that it cannot decrypt', async () => {
    await outbox.add([{ ...(await queue()), id: idAt(now), sealed: Buffer.alloc(40) }]);
    expect((await deliver()).toSorted()).toEqual([null, 'sent']);
  });

  it('stores the result although the database fails once', async () => {
    await queue();
    let failures = 1;
    const record = outbox.record.bind(outbox);
    outbox.record = async (...args) => {
      if (failures-- > 0) throw new Error('no connection');
      return record(...args);
    };
    await deliver();
    advance(MAIL_LEASE_SECONDS);
    expect(await deliver()).toEqual([]);
    expect(sent).toHaveLength(1);
  });

  describe('of several messages at the same time', () => {
    let respond: (result: SendResult) => void;
    beforeEach(() => (results = [new Promise((resolve) => (respond = resolve))]));
    const sentTo = async () => {
      await new Promise(setImmediate);
      return sent.map(([, to]) => to);
    };

    it('sends those to the same address in their order, and does not hold up others', async () => {
      await queue('ada@example.com', 'password_reset');
      await queue('Ada@example.com', 'email_confirmation');
      await queue('bo@example.com');
      const all = deliver();
      expect(await sentTo()).toEqual(['ada@example.com', 'bo@example.com']);
      respond({ state: 'deferred', reason: '450', response: '' });
      expect(await sentTo()).toEqual(['ada@example.com', 'bo@example.com', 'Ada@example.com']);
      expect(await all).toEqual(['deferred', 'sent', 'sent']);
    });

    it('does not send what another process could claim in the meantime', async () => {
      await queue();
      const last = await queue();
      const all = deliver();
      await new Promise(setImmediate);
      advance(MAIL_LEASE_SECONDS - 90);
      respond(SENT);
      expect(await all).toEqual(['sent', null]);
      advance(90);
      expect(await deliver()).toEqual(['sent']);
      expect(sent.at(-1)![0]).toBe(last.id);
    });
  });
});
