import { wantsStream } from './event-stream';

/** events.md 3 */
it.each([
  ['text/event-stream', true],
  ['application/json, text/event-stream;q=0.5', true],
  ['Text/Event-Stream; charset=utf-8', true],
  ['text/event-stream;q=0', false],
  ['text/event-stream; q=0.0', false],
  ['text/*', false],
  ['*/*', false],
  [undefined, false],
])('Accept: %s asks for a stream: %s', (accept, expected) => {
  expect(wantsStream(accept)).toBe(expected);
});
