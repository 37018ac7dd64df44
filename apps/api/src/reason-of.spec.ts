import { reasonOf } from './reason-of';

describe('reasonOf', () => {
  it.each<[unknown, string]>([
    [new Error('Connection terminated'), 'Connection terminated'],
    [Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' }), 'ECONNREFUSED'],
    [new Error(''), 'Error'],
    ['text', 'text'],
    [null, 'null'],
  ])('of %p is %s', (thrown, reason) => expect(reasonOf(thrown)).toBe(reason));
});
