import type { StopMode } from './messages';
import type { ProcessEnd, ProcessListener, ServingProcess } from './serving-process';
import { STABLE_MS, Supervisor } from './supervisor';

class FakeProcess implements ServingProcess {
  readonly orders: (StopMode | 'kill')[] = [];
  isRunning = true;

  constructor(
    readonly pid: number,
    private readonly listener: ProcessListener,
  ) {}

  stop(mode: StopMode): void {
    this.orders.push(mode);
  }
  kill(): void {
    this.orders.push('kill');
  }
  ready(): void {
    this.listener.onReady();
  }
  end(end: Partial<ProcessEnd> = {}): void {
    this.isRunning = false;
    this.listener.onEnd({ status: 0, signal: null, ...end });
  }
}

/** operator.md 13 */
describe('Supervisor', () => {
  let processes: FakeProcess[];
  let logged: string[];
  let supervisor: Supervisor;

  beforeEach(() => {
    jest.useFakeTimers();
    processes = [];
    logged = [];
    supervisor = new Supervisor(2, {
      fork: (listener) => {
        processes.push(new FakeProcess(processes.length + 1, listener));
        return processes.at(-1)!;
      },
      now: () => performance.now(),
      after: (milliseconds, run) => {
        const timer = setTimeout(run, milliseconds);
        return () => clearTimeout(timer);
      },
      log: (level, message) => logged.push(`${level} ${message}`),
    });
  });
  afterEach(() => jest.useRealTimers());

  const pids = () => processes.filter(({ isRunning }) => isRunning).map(({ pid }) => pid);
  const process = (pid: number) => processes[pid - 1]!;
  const end = (pid: number, how?: Partial<ProcessEnd>) => process(pid).end(how);
  const started = async () => {
    const start = supervisor.start();
    process(1).ready();
    process(2).ready();
    await start;
  };
  const isSettled = async (promise: Promise<unknown>) => {
    const pending = Symbol('pending');
    await jest.advanceTimersByTimeAsync(0);
    return (await Promise.race([promise.catch(() => {}), Promise.resolve(pending)])) !== pending;
  };

  describe('at the start', () => {
    it('is started when all processes serve requests', async () => {
      const start = supervisor.start();
      expect(pids()).toEqual([1, 2]);
      process(2).ready();
      expect(await isSettled(start)).toBe(false);
      process(1).ready();
      await start;
    });

    it('reports only the first problem, and starts no other process', async () => {
      const start = supervisor.start();
      end(1, { status: 1, problem: 'PORT 80 requires more permissions' });
      end(2, { status: 1, problem: 'PORT 80 requires more permissions' });
      await expect(start).rejects.toThrow(/^PORT 80 requires more permissions$/);
      await jest.advanceTimersByTimeAsync(60_000);
      expect([processes.length, logged]).toEqual([2, []]);
      await supervisor.stop('replace');
    });

    it('reports a process that ends without a problem', async () => {
      const start = supervisor.start();
      process(1).ready();
      end(1, { status: null, signal: 'SIGKILL' });
      await expect(start).rejects.toThrow('Process 1 was ended by SIGKILL during the start');
    });
  });

  describe('when a process ends by itself', () => {
    beforeEach(started);

    it('starts another one immediately if it ran for a while', async () => {
      await jest.advanceTimersByTimeAsync(STABLE_MS);
      end(1, { status: 134 });
      await jest.advanceTimersByTimeAsync(0);
      expect(pids()).toEqual([2, 3]);
      expect(logged).toEqual(['error Process 1 ended with status 134; starting another one']);
    });

    it('waits longer each time if it ends soon after its start, up to 30 seconds', async () => {
      for (const seconds of [1, 2, 4, 8, 16, 30, 30]) {
        const { pid } = processes.at(-1)!;
        end(pid, { status: null, signal: 'SIGKILL' });
        expect(logged.at(-1)).toBe(
          `error Process ${pid} was ended by SIGKILL; starting another one in ${seconds} s`,
        );
        await jest.advanceTimersByTimeAsync(seconds * 1000 - 1);
        expect(pids()).toEqual([1]);
        await jest.advanceTimersByTimeAsync(1);
        expect(pids()).toEqual([1, pid + 1]);
        processes.at(-1)!.ready();
      }
    });

    it('counts the failures of each place separately, and forgets them after a while', async () => {
      end(1);
      await jest.advanceTimersByTimeAsync(1_000);
      process(3).ready();
      end(2);
      expect(logged.at(-1)).toContain('in 1 s');
      await jest.advanceTimersByTimeAsync(STABLE_MS);
      end(3);
      expect(logged.at(-1)).toBe('error Process 3 ended with status 0; starting another one');
      await jest.advanceTimersByTimeAsync(0);
      end(processes.length);
      expect(logged.at(-1)).toContain('in 1 s');
    });

    it('logs the problem of a process that does not start', async () => {
      end(1);
      await jest.advanceTimersByTimeAsync(1_000);
      end(3, { status: 1, problem: 'DATABASE_URL: no connection' });
      expect(logged.at(-1)).toBe(
        'error Process 3 ended with status 1; starting another one in 2 s: DATABASE_URL: no connection',
      );
    });
  });

  describe('on a restart', () => {
    beforeEach(started);

    it('replaces one process after another, each after its successor serves requests', async () => {
      supervisor.restart();
      expect(pids()).toEqual([1, 2, 3]);
      expect(process(1).orders).toEqual([]);
      process(3).ready();
      expect(process(1).orders).toEqual(['replace']);
      expect(pids()).toEqual([1, 2, 3]);
      end(1);
      expect(pids()).toEqual([2, 3, 4]);
      expect(process(2).orders).toEqual([]);
      process(4).ready();
      expect(process(2).orders).toEqual(['replace']);
      end(2);
      expect(pids()).toEqual([3, 4]);
      expect(logged).toEqual([
        'info Restarting the processes one after another',
        'info All processes were restarted',
      ]);
    });

    it('keeps the old processes if a new one does not start', async () => {
      supervisor.restart();
      end(3, { status: 1, problem: 'PORT must be a number' });
      await jest.advanceTimersByTimeAsync(60_000);
      expect(pids()).toEqual([1, 2]);
      expect(process(1).orders).toEqual([]);
      expect(logged.slice(1)).toEqual([
        'error Process 3 ended with status 1: PORT must be a number',
        'error The restart was abandoned, because a new process did not start',
      ]);
      supervisor.restart();
      expect(pids()).toEqual([1, 2, 4]);
    });

    it('starts again after the current restart if it is asked to', () => {
      supervisor.restart();
      supervisor.restart();
      supervisor.restart();
      for (const pid of [3, 4, 5, 6]) {
        process(pid).ready();
        end(pid - 2);
      }
      expect(pids()).toEqual([5, 6]);
      expect(logged.filter((line) => line === 'info All processes were restarted')).toHaveLength(2);
    });

    it('lets the new process take over if the old one ends by itself', () => {
      supervisor.restart();
      end(1, { status: 1 });
      expect(pids()).toEqual([2, 3]);
      process(3).ready();
      expect(pids()).toEqual([2, 3, 4]);
      expect(logged[1]).toBe('error Process 1 ended with status 1');
    });

    it('starts another process if the old one and the new one end', async () => {
      supervisor.restart();
      end(1, { status: 1 });
      end(3, { status: 1 });
      await jest.advanceTimersByTimeAsync(1_000);
      expect(pids()).toEqual([2, 4]);
      process(4).ready();
      expect(pids()).toEqual([2, 4]);
    });

    it('does not wait to replace a process that has ended, and replaces one that is being started', async () => {
      end(1);
      end(2);
      await jest.advanceTimersByTimeAsync(999);
      supervisor.restart();
      expect(pids()).toEqual([3]);
      await jest.advanceTimersByTimeAsync(1);
      expect(pids()).toEqual([3, 4]);
      process(3).ready();
      expect(process(4).orders).toEqual(['replace']);
      process(4).ready();
      process(5).ready();
      expect(logged.at(-1)).not.toContain('were restarted');
      end(4);
      expect(logged.at(-1)).toBe('info All processes were restarted');
      expect(pids()).toEqual([3, 5]);
    });

    it('is ignored while the service stops', () => {
      void supervisor.stop('shutdown');
      supervisor.restart();
      expect(pids()).toEqual([1, 2]);
    });
  });

  describe('when it stops', () => {
    beforeEach(started);

    it('stops every process, and waits for all of them', async () => {
      supervisor.restart();
      const stop = supervisor.stop('shutdown');
      expect([1, 2, 3].map((pid) => process(pid).orders)).toEqual([['shutdown'], ['shutdown'], ['shutdown']]);
      end(1);
      end(3);
      process(2).ready();
      expect(await isSettled(stop)).toBe(false);
      end(2, { status: null, signal: 'SIGKILL' });
      await stop;
      await jest.advanceTimersByTimeAsync(60_000);
      expect(pids()).toEqual([]);
    });

    it('starts no process that it waited to start', async () => {
      end(1);
      const stop = supervisor.stop('shutdown');
      await jest.advanceTimersByTimeAsync(60_000);
      expect(pids()).toEqual([2]);
      end(2);
      await stop;
    });

    it('kills processes immediately if it must', () => {
      void supervisor.stop('shutdown');
      supervisor.kill();
      expect(process(2).orders).toEqual(['shutdown', 'kill']);
    });
  });
});
