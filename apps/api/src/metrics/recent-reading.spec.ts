import { RecentReading } from './recent-reading';

const EVERY_MS = 10_000;
const WAIT_MS = 2_000;

describe('RecentReading', () => {
  let read: jest.Mock<Promise<number>, []>;
  let reading: RecentReading<number>;
  beforeEach(() => {
    jest.useFakeTimers();
    read = jest.fn();
    reading = new RecentReading(read, EVERY_MS, WAIT_MS);
  });
  afterEach(() => jest.useRealTimers());

  it('reads once per interval', async () => {
    read.mockResolvedValueOnce(1).mockResolvedValueOnce(2);
    expect([await reading.get(), await reading.get()]).toEqual([1, 1]);
    jest.advanceTimersByTime(EVERY_MS - 1);
    expect(await reading.get()).toBe(1);
    jest.advanceTimersByTime(1);
    expect(await reading.get()).toBe(2);
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('returns null after an error, and reads again after the interval', async () => {
    read.mockRejectedValueOnce(new Error('down')).mockResolvedValueOnce(2);
    expect([await reading.get(), await reading.get()]).toEqual([null, null]);
    expect(read).toHaveBeenCalledTimes(1);
    jest.advanceTimersByTime(EVERY_MS);
    expect(await reading.get()).toBe(2);
  });

  it('returns null if reading takes too long, without starting another reading', async () => {
    let end: (value: number) => void;
    read.mockReturnValueOnce(new Promise((resolve) => (end = resolve)));
    const late = [reading.get(), reading.get()];
    await jest.advanceTimersByTimeAsync(WAIT_MS);
    expect(await Promise.all(late)).toEqual([null, null]);
    const waiting = reading.get();
    end!(7);
    expect([await waiting, await reading.get()]).toEqual([7, 7]);
    expect(read).toHaveBeenCalledTimes(1);
  });
});
