import { isKnown } from './if-none-match';

describe('If-None-Match', () => {
  it.each([
    ['"3"', true],
    ['W/"3"', true],
    ['"1", W/"3" ,"x"', true],
    [' * ', true],
    ['"33"', false],
    ['3', false],
    ['', false],
    // No list has an asterisk in it (RFC 9110 §13.1.2): what is none of the grammar promises nothing.
    ['"1", *', false],
    [undefined, false],
  ])('%p names "3": %p', (sent, expected) => expect(isKnown('"3"', sent)).toBe(expected));
});
