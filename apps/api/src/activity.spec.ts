import { Activity } from './activity';

const IDLE_AFTER_MS = 300_000;

/** operator.md 16 */
describe('Activity', () => {
  let now: number;
  let wakes: number;
  let activity: Activity;

  beforeEach(() => {
    now = 0;
    wakes = 0;
    activity = new Activity(() => now);
    activity.onWake(() => wakes++);
  });

  it('is idle five minutes after the start, and after the last work', () => {
    now = IDLE_AFTER_MS - 1;
    expect(activity.isIdle).toBe(false);
    activity.record();
    now += IDLE_AFTER_MS - 1;
    expect(activity.isIdle).toBe(false);
    now++;
    expect(activity.isIdle).toBe(true);
  });

  it('is not idle during a request, and for five minutes after its end', () => {
    const end = activity.begin();
    now = 2 * IDLE_AFTER_MS;
    expect(activity.isIdle).toBe(false);
    end();
    expect(wakes).toBe(0);
    now += IDLE_AFTER_MS - 1;
    expect(activity.isIdle).toBe(false);
    now++;
    expect(activity.isIdle).toBe(true);
  });

  it('calls the listeners at the first work after it was idle, and not again', () => {
    activity.record();
    expect(wakes).toBe(0);
    now = IDLE_AFTER_MS;
    activity.begin();
    activity.record();
    expect(wakes).toBe(1);
    expect(activity.isIdle).toBe(false);
  });
});
