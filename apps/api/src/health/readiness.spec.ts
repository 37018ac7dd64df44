import { Readiness } from './readiness';

/** operator.md 3 */
describe('Readiness', () => {
  let problem: string | null;
  let checks: number;
  let lines: string[];
  let readiness: Readiness;

  beforeEach(() => {
    problem = null;
    checks = 0;
    lines = [];
    const findProblem = async () => (checks++, problem);
    readiness = new Readiness(findProblem, { warn: (line: string) => lines.push(line) });
  });

  it('logs each change once', async () => {
    expect(await readiness.isReady()).toBe(true);
    problem = 'connect ECONNREFUSED';
    for (let n = 0; n < 3; n++) expect(await readiness.isReady()).toBe(false);
    problem = null;
    for (let n = 0; n < 3; n++) expect(await readiness.isReady()).toBe(true);
    expect(lines).toEqual(['Not ready: connect ECONNREFUSED', 'Ready again']);
  });

  it('checks the database once for all waiting requests', async () => {
    const responses = await Promise.all(Array.from({ length: 100 }, () => readiness.isReady()));
    expect(new Set(responses)).toEqual(new Set([true]));
    expect(checks).toBe(1);
    await readiness.isReady();
    expect(checks).toBe(2);
  });

  it('is not ready within 1.5 seconds if the database does not respond, and logs that once', async () => {
    jest.useFakeTimers();
    let fail = () => {};
    const answers = [
      () => new Promise<null>((_, reject) => (fail = () => reject(new Error('Connection terminated')))),
      () => Promise.resolve(null),
    ];
    const checkDatabase = () => answers.shift()!().catch(({ message }: Error) => message);
    readiness = new Readiness(checkDatabase, { warn: (line: string) => lines.push(line) });
    for (let n = 0; n < 3; n++) {
      const isReady = readiness.isReady();
      await jest.advanceTimersByTimeAsync(1_500);
      expect(await isReady).toBe(false);
    }
    const last = readiness.isReady();
    fail();
    expect(await last).toBe(false);
    expect(await readiness.isReady()).toBe(true);
    expect(lines).toEqual(['Not ready: the database does not respond', 'Ready again']);
    expect(jest.getTimerCount()).toBe(0);
    jest.useRealTimers();
  });

  it('is not ready during shutdown, without a check and without a log line', async () => {
    const waiting = readiness.isReady();
    readiness.shutDown();
    expect([await waiting, await readiness.isReady()]).toEqual([false, false]);
    expect(checks).toBe(1);
    expect(lines).toEqual([]);
  });
});
