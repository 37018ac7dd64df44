import { t } from '../../../../../messages';
import { defaultSpan, spanErrors, spanOf } from './replay-span';

const texts = t.deliveries.replay;

describe('the span of a replay', () => {
  it('is the last day in local time at first', () => {
    const now = new Date(2026, 2, 3, 10, 30, 59);
    expect(defaultSpan(now)).toEqual({ since: '2026-03-02T10:30', until: '' });
    expect(spanOf(defaultSpan(now))).toEqual({ since: new Date(2026, 2, 2, 10, 30).toISOString() });
  });

  it('has an end if there is one', () =>
    expect(spanOf({ since: '2026-03-02T10:30', until: '2026-03-02T10:30' })).toEqual({
      since: new Date(2026, 2, 2, 10, 30).toISOString(),
      until: new Date(2026, 2, 2, 10, 30).toISOString(),
    }));

  it.each([
    [{ since: '', until: '' }, { since: texts.timeMissing }],
    [{ since: '2026-03-02T10:30', until: '2026-03-02T10:29' }, { until: texts.order }],
  ])('is invalid as %j', (form, errors) => {
    expect(spanErrors(form)).toEqual(errors);
    expect(spanOf(form)).toBeNull();
  });
});
