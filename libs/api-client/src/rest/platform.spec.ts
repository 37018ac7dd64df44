import { PLATFORM } from './platform';

describe('sleep', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('resolves after the given time', async () => {
    let isOver = false;
    const slept = PLATFORM.sleep(1000, undefined).then(() => (isOver = true));
    await jest.advanceTimersByTimeAsync(999);
    expect(isOver).toBe(false);
    await jest.advanceTimersByTimeAsync(1);
    await slept;
  });

  it('rejects when the signal is aborted and clears the timer', async () => {
    const controller = new AbortController();
    const slept = PLATFORM.sleep(1000, controller.signal);
    controller.abort(new Error('enough'));
    await expect(slept).rejects.toThrow('enough');
    expect(jest.getTimerCount()).toBe(0);
  });

  it('rejects immediately if the signal is already aborted', async () => {
    await expect(PLATFORM.sleep(1000, AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough');
    expect(jest.getTimerCount()).toBe(0);
  });

  it('removes its listener from the signal', async () => {
    const { signal } = new AbortController();
    const removed = jest.spyOn(signal, 'removeEventListener');
    const slept = PLATFORM.sleep(1, signal);
    await jest.advanceTimersByTimeAsync(1);
    await slept;
    expect(removed).toHaveBeenCalledTimes(1);
  });

  it('does not resolve immediately for more than the maximum of a timer', async () => {
    let isOver = false;
    void PLATFORM.sleep(2 ** 40, undefined).then(() => (isOver = true));
    await jest.advanceTimersByTimeAsync(60_000);
    expect(isOver).toBe(false);
  });
});

describe('startTimer', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('calls its function after the given time', () => {
    const onTimeout = jest.fn();
    PLATFORM.startTimer(1000, onTimeout);
    jest.advanceTimersByTime(999);
    expect(onTimeout).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1);
    expect(onTimeout).toHaveBeenCalledTimes(1);
  });

  it('can be stopped', () => {
    PLATFORM.startTimer(1000, () => {})();
    expect(jest.getTimerCount()).toBe(0);
  });
});

it('newIdempotencyKey returns distinct UUIDs', () => {
  const keys = Array.from({ length: 100 }, () => PLATFORM.newIdempotencyKey());
  for (const uuid of keys)
    expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(new Set(keys).size).toBe(100);
});

it('random returns numbers from 0 to less than 1', () => {
  const thrown = Array.from({ length: 100 }, () => PLATFORM.random());
  expect(thrown.every((n) => n >= 0 && n < 1)).toBe(true);
  expect(new Set(thrown).size).toBeGreaterThan(90);
});

it('streams requests, but not in browsers', () => {
  expect(PLATFORM.streamsRequests).toBe(true);
  for (const global of ['document', 'WorkerGlobalScope']) {
    Object.assign(globalThis, { [global]: {} });
    expect(PLATFORM.streamsRequests).toBe(false);
    Reflect.deleteProperty(globalThis, global);
  }
});
