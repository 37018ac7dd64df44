import { MAIL_PRIORITY, type ClaimedMessage, type MailKind } from '@libs/accounts';
import { aMessage, InMemoryMailOutbox } from '@libs/accounts/testing';
import { ConsoleLogger, Logger } from '@nestjs/common';
import { Activity } from '../activity';
import { MailWorker } from './mail-worker';
import type { SendResult } from './mail-sender';

type State = SendResult['state'];

/** How long the server takes for a message. */
const SEND_MS = 50;

/** mail.md 3 */
describe('MailWorker', () => {
  let outbox: InMemoryMailOutbox;
  let worker: MailWorker;
  let results: (State | null)[];
  let started: ClaimedMessage[];
  let inProgress: number;
  let mostInProgress: number;
  const clock = () => new Date();
  const delivery = {
    deliver: async (message: ClaimedMessage) => {
      started.push(message);
      mostInProgress = Math.max(mostInProgress, ++inProgress);
      const result = results.shift();
      await new Promise((resolve) => setTimeout(resolve, SEND_MS));
      inProgress--;
      const state = result === undefined ? 'sent' : result;
      const dueAt = new Date(Date.now() + 5_000);
      const isSent = state !== 'unavailable' && state !== 'deferred';
      await outbox.record(
        message,
        isSent ? { status: 'sent' } : { status: 'pending', dueAt, reason: '451' },
        clock(),
      );
      return state;
    },
    stop: jest.fn(),
  };
  const queue = (count: number, kind: MailKind = 'mentioned') =>
    outbox.add(Array.from({ length: count }, () => aMessage({ kind, createdAt: clock() })));
  const start = (connections: number) => {
    worker = new MailWorker({ outbox, delivery }, clock, { connections });
    worker.onApplicationBootstrap();
  };
  const advance = (milliseconds: number) => jest.advanceTimersByTimeAsync(milliseconds);

  beforeAll(() => Logger.overrideLogger(false));
  afterAll(() => Logger.overrideLogger(new ConsoleLogger()));
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['performance'] });
    outbox = new InMemoryMailOutbox();
    [results, started, inProgress, mostInProgress] = [[], [], 0, 0];
    delivery.stop.mockClear();
  });
  afterEach(async () => {
    const ended = worker.onModuleDestroy();
    await advance(120_000);
    await ended;
    jest.useRealTimers();
  });

  it.each([1, 5, 50])('sends up to %i messages at the same time', async (connections) => {
    await queue(500);
    start(connections);
    await advance((500 / connections + connections) * SEND_MS);
    expect(started).toHaveLength(500);
    expect(mostInProgress).toBe(connections);
  });

  it('sends an urgent message as the next one, while all connections send others', async () => {
    await queue(500);
    start(5);
    await advance(20 * SEND_MS);
    expect(inProgress).toBe(5);
    const before = started.length;
    await queue(1, 'new_sign_in');
    await queue(1, 'password_reset');
    await advance(SEND_MS);
    const kinds = started.slice(before, before + 3).map(({ kind }) => kind);
    expect(kinds).toEqual(['password_reset', 'new_sign_in', 'mentioned']);
  });

  it('counts messages as work, because a failed one is due again soon (operator.md 16)', async () => {
    let now = 0;
    const activity = new Activity(() => now);
    start(1);
    worker.runLessOftenWhileIdle(activity);
    await advance(0);
    now = 300_000;
    await queue(1);
    await advance(30_000);
    expect(started).toHaveLength(1);
    expect(activity.isIdle).toBe(false);
  });

  /** status-messages.md 5 */
  it('sends messages about status and the changelog after all others', () => {
    const { status_update: last, changelog_entry: same, ...others } = MAIL_PRIORITY;
    expect(Math.max(...Object.values(others))).toBeLessThan(last);
    expect(same).toBe(last);
  });

  it('sends a new message while another one takes long', async () => {
    await queue(3);
    start(2);
    await advance(2 * SEND_MS);
    delivery.deliver = withDuration(60_000);
    await queue(1);
    worker.announce();
    await advance(200);
    delivery.deliver = withDuration(SEND_MS);
    await queue(1);
    worker.announce();
    await advance(200);
    expect(started).toHaveLength(5);
  });

  describe('while the server is unavailable', () => {
    it('tries one message every five seconds, and sends all of them once it works again', async () => {
      results = Array.from({ length: 5 }, () => 'unavailable' as const);
      await queue(20);
      start(5);
      await advance(1_000);
      expect(started).toHaveLength(3);
      await advance(4_000 + 3 * SEND_MS);
      expect(started).toHaveLength(4);
      await advance(5_000 + SEND_MS);
      expect(started).toHaveLength(5);
      await advance(20_000);
      expect(started).toHaveLength(25);
    });

    it('sends one message at a time after a failure, and more after each success', async () => {
      await queue(200);
      start(5);
      await advance(10.5 * SEND_MS);
      mostInProgress = 0;
      results = ['unavailable', 'unavailable', null, null, null];
      await advance(2 * SEND_MS);
      expect(inProgress).toBe(1);
      await advance(10 * SEND_MS);
      expect(mostInProgress).toBe(5);
    });

    it.each<[string, readonly State[]]>([
      ['single attempts that fail', ['unavailable', 'unavailable', 'sent', 'unavailable', 'unavailable']],
      ['recipients that it does not accept yet', Array.from({ length: 5 }, () => 'deferred')],
    ])('does not wait because of %s', async (_, all) => {
      results = [...all];
      await queue(10);
      start(1);
      await advance(10 * SEND_MS);
      expect(started).toHaveLength(10);
    });
  });

  it('claims no more than it sends at once when it stops, and waits for that', async () => {
    await queue(50);
    start(5);
    await advance(10.5 * SEND_MS);
    const ended = worker.onModuleDestroy();
    const count = started.length;
    await advance(2 * SEND_MS);
    await ended;
    expect([started.length, inProgress]).toEqual([count, 0]);
    expect(await outbox.claim(clock(), 50)).toHaveLength(50 - count);
  });

  it('cancels what takes longer than five seconds when it stops', async () => {
    delivery.deliver = withDuration(60_000);
    await queue(1);
    start(5);
    await advance(0);
    void worker.onModuleDestroy();
    await advance(4_900);
    expect(delivery.stop).not.toHaveBeenCalled();
    await advance(200);
    expect(delivery.stop).toHaveBeenCalled();
    await advance(60_000);
  });

  const deliver = delivery.deliver;
  afterEach(() => (delivery.deliver = deliver));
  const withDuration = (milliseconds: number) => async (message: ClaimedMessage) => {
    started.push(message);
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    await outbox.record(message, { status: 'sent' }, clock());
    return 'sent' as const;
  };
});
