import { ConsoleLogger, Logger } from '@nestjs/common';
import { RemovedAccountsSweep } from './removed-accounts-sweep';

const MINUTE = 60_000;
const START = Date.parse('2026-03-03T10:00:00.000Z');

describe('RemovedAccountsSweep', () => {
  const lines: string[] = [];
  let removed: { accountId: string; removedAt: Date }[];
  let swept: string[];
  let removeAll: (accountId: string) => Promise<void>;
  let listRemoved: () => Promise<typeof removed>;
  let job: RemovedAccountsSweep;
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * MINUTE);

  beforeEach(() => {
    jest.useFakeTimers({ now: START });
    lines.length = 0;
    removed = [];
    swept = [];
    removeAll = () => Promise.resolve();
    listRemoved = () => Promise.resolve([...removed]);
    Logger.overrideLogger({
      // The stacks of errors.
      log: () => {},
      warn: (line: string) => lines.push(line),
      error: (line: string) => lines.push(line),
    });
    const context = (name: string) => ({
      removeAll: (accountId: string) => {
        swept.push(`${name} ${accountId}`);
        return removeAll(accountId);
      },
    });
    job = new RemovedAccountsSweep(
      {
        listRemoved: () => listRemoved(),
        forgetRemoved: async (accountId) => {
          swept.push(`forgotten ${accountId}`);
          removed = removed.filter((it) => it.accountId !== accountId);
        },
      },
      [context('feedback'), context('quarantine')],
      () => new Date(),
    );
  });
  afterEach(async () => {
    await job.onModuleDestroy();
    jest.useRealTimers();
    Logger.overrideLogger(new ConsoleLogger());
  });

  it('runs shortly after the start, and every two minutes', async () => {
    removed = [{ accountId: 'a', removedAt: minutesAgo(0) }];
    job.onApplicationBootstrap();
    expect(swept).toEqual([]);
    await jest.advanceTimersByTimeAsync(10_000);
    expect(swept).toEqual(['feedback a', 'quarantine a']);
    await jest.advanceTimersByTimeAsync(2 * MINUTE - 1);
    expect(swept).toHaveLength(2);
    await jest.advanceTimersByTimeAsync(1);
    expect(swept).toHaveLength(4);
  });

  it('forgets an account one hour after its removal, after removing its data again', async () => {
    removed = [{ accountId: 'a', removedAt: minutesAgo(0) }];
    jest.setSystemTime(START + 60 * MINUTE - 1);
    await job.run();
    expect(swept.splice(0)).toEqual(['feedback a', 'quarantine a']);
    jest.setSystemTime(START + 60 * MINUTE);
    await job.run();
    expect(swept.splice(0)).toEqual(['feedback a', 'quarantine a', 'forgotten a']);
    await job.run();
    expect(swept).toEqual([]);
  });

  it('does not forget an account whose hour ends during the run', async () => {
    removed = [{ accountId: 'a', removedAt: minutesAgo(59) }];
    removeAll = async () => void jest.setSystemTime(Date.now() + 2 * MINUTE);
    await job.run();
    expect(swept).toEqual(['feedback a', 'quarantine a']);
  });

  it('keeps an account whose items cannot be removed, logs an error, and continues with the others', async () => {
    removed = ['a', 'b'].map((accountId) => ({ accountId, removedAt: minutesAgo(61) }));
    removeAll = (accountId) => (accountId === 'a' ? Promise.reject(new Error('no')) : Promise.resolve());
    await job.run();
    expect(swept).toEqual(['feedback a', 'feedback b', 'quarantine b', 'forgotten b']);
    expect(lines).toEqual([
      'Could not remove remaining data of a removed account; retrying in two minutes: no',
    ]);
  });

  it('logs an error and runs again after a failure', async () => {
    listRemoved = () => Promise.reject(new Error('Connection terminated'));
    job.onApplicationBootstrap();
    await jest.advanceTimersByTimeAsync(10_000);
    expect(lines).toEqual([
      'Could not read removed accounts; retrying in two minutes: Connection terminated',
    ]);
    removed = [{ accountId: 'a', removedAt: minutesAgo(0) }];
    listRemoved = () => Promise.resolve([...removed]);
    await jest.advanceTimersByTimeAsync(2 * MINUTE);
    expect(swept).toEqual(['feedback a', 'quarantine a']);
  });

  it('does not start a run during another, and finishes the current account on shutdown', async () => {
    removed = ['a', 'b'].map((accountId) => ({ accountId, removedAt: minutesAgo(0) }));
    let done = () => {};
    removeAll = () => new Promise((resolve) => (done = resolve));
    job.onApplicationBootstrap();
    await jest.advanceTimersByTimeAsync(60 * MINUTE);
    expect(swept).toEqual(['feedback a']);
    let isStopped = false;
    const stopped = job.onModuleDestroy().then(() => (isStopped = true));
    await jest.advanceTimersByTimeAsync(60 * MINUTE);
    expect([swept.length, isStopped]).toEqual([1, false]);
    removeAll = () => Promise.resolve();
    done();
    await stopped;
    await jest.advanceTimersByTimeAsync(60 * MINUTE);
    expect(swept).toEqual(['feedback a', 'quarantine a']);
  });
});
