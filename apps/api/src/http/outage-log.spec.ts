import { OutageLog } from './outage-log';

const connectionError = () =>
  Object.assign(new Error('connect ECONNREFUSED db:5432'), { code: 'ECONNREFUSED' });

describe('OutageLog', () => {
  let lines: [object, string][];
  let log: OutageLog;

  beforeEach(() => {
    jest.useFakeTimers();
    lines = [];
    log = new OutageLog({ error: (facts: object, text: string) => lines.push([facts, text]) } as never);
  });
  afterEach(() => jest.useRealTimers());

  it('logs the first failure immediately, then one line per second with the number of failures', () => {
    for (let n = 0; n < 1_000; n++) log.record(`req_${n}`, connectionError());
    expect(lines).toEqual([
      [{ id: 'req_0', cause: 'ECONNREFUSED' }, 'Request failed: connect ECONNREFUSED db:5432'],
    ]);
    jest.advanceTimersByTime(1_000);
    log.record('req_1000', connectionError());
    jest.advanceTimersByTime(1_000);
    expect(lines.slice(1)).toEqual([
      [{ cause: 'ECONNREFUSED', failed: 999 }, 'More requests failed for the same cause'],
      [{ cause: 'ECONNREFUSED', failed: 1 }, 'More requests failed for the same cause'],
    ]);
  });

  it('logs nothing in a second without failures, and starts again with the next failure', () => {
    log.record('req_1', connectionError());
    jest.advanceTimersByTime(60_000);
    expect(lines).toHaveLength(1);
    expect(jest.getTimerCount()).toBe(0);
    log.record('req_2', connectionError());
    expect(lines[1]![0]).toEqual({ id: 'req_2', cause: 'ECONNREFUSED' });
  });

  it('separates causes by code, or by message if there is no code', () => {
    log.record('req_1', connectionError());
    log.record('req_2', new Error('Connection terminated'));
    log.record('req_3', new Error('Connection terminated'));
    expect(lines.map(([facts]) => facts)).toEqual([
      { id: 'req_1', cause: 'ECONNREFUSED' },
      { id: 'req_2', cause: 'Connection terminated' },
    ]);
  });
});
