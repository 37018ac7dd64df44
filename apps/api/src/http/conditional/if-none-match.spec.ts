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
    // A list can't contain an asterisk (RFC 9110 §13.1.2).
    ['"1", *', false],
    [undefined, false],
  ])('%p matches "3": %p', (sent, expected) => expect(isKnown('"3"', sent)).toBe(expected));
});
