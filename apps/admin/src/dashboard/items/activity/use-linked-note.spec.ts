import { threadOf } from './thread';
import { needsOlder } from './use-linked-note';

const at = '2026-03-03T10:00:00.000Z';
const thread = (ids: readonly string[], hasMore: boolean) =>
  threadOf(
    {
      rows: ids.map((id) => ({
        id,
        text: 'Ask Ada',
        author: { type: 'owner' },
        author_name: null,
        created_at: at,
      })),
      hasMore,
    },
    { rows: [], hasMore: false },
  );
const IDLE = { isLoadingMore: false, isMoreFailed: false };

/** notifications.md 6 */
describe('the note of a link', () => {
  it('is looked for in older entries until it, or an older one, is loaded', () => {
    expect(needsOlder('n2', { ...thread(['n5', 'n3'], true), ...IDLE })).toBe(true);
    expect(needsOlder('n3', { ...thread(['n5', 'n3'], true), ...IDLE })).toBe(false);
    expect(needsOlder('n4', { ...thread(['n5', 'n3'], true), ...IDLE })).toBe(false);
    expect(needsOlder('n2', { ...thread(['n5', 'n3'], false), ...IDLE })).toBe(false);
  });

  it.each(['isLoadingMore', 'isMoreFailed'] as const)('is not looked for while %s', (state) => {
    expect(needsOlder('n2', { ...thread(['n5'], true), ...IDLE, [state]: true })).toBe(false);
  });
});
