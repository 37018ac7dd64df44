import { aFeedback, idAt } from '../../testing';
import { newRequest, submissionOf, type NewRequest } from './request';
import { reachedBetween, totalsOf } from './totals';

const item = aFeedback({ submitter_email: 'ada@example.com' });
const now = new Date('2026-03-04T09:00:00.000Z');
const asks = (input: NewRequest) =>
  newRequest(item.accountId, item.id, input, 'api', { id: idAt(now.toISOString()), now });
const totals = (...inputs: readonly NewRequest[]) => {
  const { request_count, request_value } = totalsOf([submissionOf(item), ...inputs.map(asks)]);
  return [request_count, request_value];
};

/** requests.md 2 */
describe('totalsOf', () => {
  it.each<[string, readonly NewRequest[], [number, number]]>([
    ['counts the submission', [], [1, 0]],
    [
      'counts each address once, in any case',
      [{ email: 'eve@example.com' }, { email: 'EVE@example.com' }],
      [2, 0],
    ],
    ['counts the submitter once', [{ email: 'Ada@Example.com' }], [1, 0]],
    ['counts what stands for people without an address', [{ count: 12 }, { count: 3 }, {}], [17, 0]],
    [
      'has the highest value of each company, in any case',
      [
        { email: 'a@example.com', company: 'Acme', value: 10 },
        { count: 2, company: 'ACME', value: 20 },
        { company: 'Beta', value: 5 },
        { company: 'Gamma' },
      ],
      [6, 25],
    ],
    [
      'has the highest value of an address without a company',
      [
        { email: 'a@example.com', value: 10 },
        { email: 'A@example.com', value: 20 },
        { email: 'a@example.com', company: 'Acme', value: 5 },
      ],
      [2, 25],
    ],
    ['adds the values of requests without an address and a company', [{ value: 1 }, { value: 1 }], [3, 2]],
    [
      'does not take an address for a company',
      [
        { email: 'a@b.co', value: 1 },
        { company: 'a@b.co', value: 2 },
      ],
      [3, 3],
    ],
    ['adds cents exactly', [{ value: 0.29 }, { value: 1.15 }, { value: 0.1 }], [4, 1.54]],
    ['ignores a value of zero', [{ company: 'Acme', value: 0 }], [2, 0]],
  ])('%s', (_, inputs, expected) => {
    expect(totals(...inputs)).toEqual(expected);
  });
});

/** requests.md 5 */
describe('reachedBetween', () => {
  it('has the steps 10, 25, 50, 100, 250, and so on', () => {
    const steps: number[] = [];
    for (let count = 0; count < 30_000; count++) {
      const reached = reachedBetween(count, count + 1);
      if (reached !== null) steps.push(reached);
      if (reached !== null) expect(reached).toBe(count + 1);
    }
    expect(steps).toEqual([10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000]);
    expect(reachedBetween(999_999, 1_000_000)).toBe(1_000_000);
    expect(reachedBetween(1_999_999_999, 2_000_000_000)).toBeNull();
  });

  it.each<[number, number, number | null]>([
    [1, 9, null],
    [9, 10, 10],
    [10, 24, null],
    [1, 30, 25],
    [1, 1_000_000, 1_000_000],
    [99, 260, 250],
    [25, 25, null],
    [50, 10, null],
    [0, 0, null],
  ])('between %j and %j is %j', (before, after, reached) => {
    expect(reachedBetween(before, after)).toBe(reached);
  });
});
