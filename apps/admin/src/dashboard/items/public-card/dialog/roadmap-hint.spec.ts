import type { PublicPages } from '@libs/contract';
import { roadmapHint } from './roadmap-hint';

/** public.md 3 */
describe('roadmapHint', () => {
  const pages = { roadmap: true, statuses: ['planned', 'shipped'] } as unknown as PublicPages;

  it('says why the roadmap does not show an item', () => {
    expect(roadmapHint('planned', pages)).toBeNull();
    expect(roadmapHint('new', pages)).toContain('“Under review”');
    expect(roadmapHint('declined', pages)).toContain('“Declined”');
    expect(roadmapHint('planned', { ...pages, roadmap: false })).toContain('off');
  });
});
