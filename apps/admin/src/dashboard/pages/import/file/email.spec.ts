import { isLikeEmail } from './email';

describe('isLikeEmail', () => {
  it.each([
    ['ada@example.com', true],
    ['ada@mail.example.co.uk', true],
    ['Ada', false],
    ['ada@example', false],
    ['ada @example.com', false],
    ['@.', false],
  ])('of %s is %s', (cell, expected) => expect(isLikeEmail(cell)).toBe(expected));

  it('checks a hostile cell of a megabyte in linear time', () => {
    expect(isLikeEmail(`${'@.'.repeat(500_000)} `)).toBe(false);
  });
});
