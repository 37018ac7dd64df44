import { excludableActors, excludedName } from './excluded-actor';

const names = {
  keys: new Map([
    ['k1', 'CRM'],
    ['k2', 'Old'],
  ]),
  members: new Map([
    ['m1', 'Ada'],
    ['m2', 'Bo'],
  ]),
};

/** dashboard.md 11 */
describe('excludedName', () => {
  it.each([
    ['api_key', 'All API keys'],
    ['visitor', 'Visitors of the form'],
    ['k1', 'API key “CRM”'],
    ['m1', 'Ada'],
    ['x1', 'An API key or a member (x1)'],
  ])('names %s', (actor, name) => expect(excludedName(actor, names)).toBe(name));
});

describe('excludableActors', () => {
  const keys = [
    { id: 'k1', state: 'active' },
    { id: 'k2', state: 'revoked' },
  ] as const;
  const labels = (current: string | null) =>
    excludableActors(current, keys, ['m1'], names).map(({ value, label }) => [value, label]);

  it('are no one, the kinds of the contract, active keys, and members', () =>
    expect(labels(null)).toEqual([
      [null, 'No one'],
      ['api_key', 'All API keys'],
      ['owner', 'All members'],
      ['visitor', 'Visitors of the form'],
      ['import', 'Imports'],
      ['system', 'The service'],
      ['k1', 'API key “CRM”'],
      ['m1', 'Ada'],
    ]));

  it.each([
    ['k2', 'API key “Old”'],
    ['m2', 'Bo'],
    ['x1', 'An API key or a member (x1)'],
  ])('include the stored value %s, although it is gone', (current, label) => {
    expect(labels(current)).toHaveLength(9);
    expect(labels(current).at(-1)).toEqual([current, label]);
  });

  it('have the stored value once', () => {
    for (const current of ['owner', 'k1', 'm1']) expect(labels(current)).toHaveLength(8);
  });
});
