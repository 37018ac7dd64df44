import { EventCursors } from './event-cursor';

/** events.md 2 */
describe('EventCursors', () => {
  const cursors = new EventCursors(new Uint8Array(32).fill(7));
  const position = 1_772_532_000_000_123;

  it('decodes a position only for the account that it was encoded for', () => {
    const cursor = cursors.encode('a', position);
    expect(cursor).toMatch(/^[\w-]+$/);
    expect(cursors.decode('a', cursor)).toBe(position);
    expect(cursors.decode('b', cursor)).toBeNull();
    expect(new EventCursors(new Uint8Array(32)).decode('a', cursor)).toBeNull();
  });

  it.each(['', 'latest', 'x', 'x'.repeat(22), 'x'.repeat(500), `0${'ü'.repeat(22)}`])(
    'rejects %s',
    (cursor) => {
      expect(cursors.decode('a', cursor)).toBeNull();
    },
  );

  it('rejects a changed position', () => {
    const cursor = cursors.encode('a', position);
    expect(cursors.decode('a', `z${cursor.slice(1)}`)).toBeNull();
  });
});
