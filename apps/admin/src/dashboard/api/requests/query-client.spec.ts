import { ApiError } from './client';
import { beforeNextFrame, retryDelay, shouldRetry } from './query-client';

const apiError = (status: number, retryAfter: number | null = null) =>
  new ApiError(status, 'x', 'X', {}, retryAfter);

describe('shouldRetry and retryDelay', () => {
  it.each([0, 429, 500, 503])('retries twice after status %p', (status) => {
    expect(shouldRetry(0, apiError(status))).toBe(true);
    expect(shouldRetry(1, apiError(status))).toBe(true);
    expect(shouldRetry(2, apiError(status))).toBe(false);
  });

  it.each([400, 401, 403, 404, 409, 412])('does not retry after status %p', (status) => {
    expect(shouldRetry(0, apiError(status))).toBe(false);
  });

  it('does not retry other errors', () => expect(shouldRetry(0, new TypeError('undefined'))).toBe(false));

  it('waits for Retry-After, and does not retry if it is over 30 seconds', () => {
    expect(retryDelay(0, apiError(503, 5))).toBe(5_000);
    expect(shouldRetry(0, apiError(429, 30))).toBe(true);
    expect(shouldRetry(0, apiError(429, 31))).toBe(false);
  });

  it('doubles the delay each time, up to 30 seconds', () => {
    expect([0, 1, 2].map((failures) => retryDelay(failures, apiError(500)))).toEqual([800, 1600, 3200]);
    expect(retryDelay(20, apiError(500))).toBe(30_000);
  });
});

describe('beforeNextFrame', () => {
  let frame: (() => void) | undefined;
  beforeEach(() => {
    jest.useFakeTimers();
    const cancelAnimationFrame = () => (frame = undefined);
    Object.assign(globalThis, {
      requestAnimationFrame: (run: () => void) => (frame = run),
      cancelAnimationFrame,
    });
  });
  afterEach(() => void jest.useRealTimers());

  it('renders once, after promises and with the next frame', async () => {
    const render = jest.fn();
    beforeNextFrame(render);
    await Promise.resolve();
    expect(render).not.toHaveBeenCalled();
    frame!();
    jest.runAllTimers();
    expect(render).toHaveBeenCalledTimes(1);
  });

  it('renders without a frame, in a hidden page', () => {
    const render = jest.fn();
    beforeNextFrame(render);
    jest.runAllTimers();
    expect(render).toHaveBeenCalledTimes(1);
    frame?.();
    expect(render).toHaveBeenCalledTimes(1);
  });
});
