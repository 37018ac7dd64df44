import { ArrivalAnnouncer } from './arrival-announcer';

describe('ArrivalAnnouncer', () => {
  let announced: number[];
  let announcer: ArrivalAnnouncer;
  beforeEach(() => {
    jest.useFakeTimers();
    announced = [];
    announcer = new ArrivalAnnouncer((count) => announced.push(count));
  });
  afterEach(() => jest.useRealTimers());

  it('announces the first events together after a second', () => {
    announcer.add(1);
    jest.advanceTimersByTime(500);
    announcer.add(2);
    jest.advanceTimersByTime(499);
    expect(announced).toEqual([]);
    jest.advanceTimersByTime(1);
    expect(announced).toEqual([3]);
  });

  it('announces all events of the next 15 seconds at once', () => {
    announcer.add(1);
    for (let second = 0; second < 61; second++) {
      jest.advanceTimersByTime(1_000);
      announcer.add(1);
    }
    expect(announced).toEqual([1, 15, 15, 15, 15]);
  });

  it('starts again after a quiet time', () => {
    announcer.add(1);
    jest.advanceTimersByTime(60_000);
    announcer.add(1);
    jest.advanceTimersByTime(1_000);
    expect(announced).toEqual([1, 1]);
    expect(jest.getTimerCount()).toBe(1);
  });

  it('announces nothing after it was stopped, until the next event', () => {
    announcer.add(1);
    announcer.stop();
    jest.advanceTimersByTime(60_000);
    expect([announced, jest.getTimerCount()]).toEqual([[], 0]);
    announcer.add(2);
    jest.advanceTimersByTime(1_000);
    expect(announced).toEqual([2]);
  });
});
