import type { Item } from '@libs/contract';
import { findDraft, drafts, setDraft, updateStoredDrafts, type TextField } from './drafts';

const item = (version: number, title: string) => ({ id: 'a', title, description: null, version }) as Item;
const [before, stored] = [item(1, 'Before'), item(2, 'After')];

describe('updateStoredDrafts', () => {
  const settleDraft = (field: TextField, text: string, change: object, changedByOthers: string[] = []) => {
    drafts.set(new Map());
    setDraft('a', field, { text, base: before });
    updateStoredDrafts({ before, item: stored, changedByOthers }, change);
    return findDraft(drafts.get(), 'a', field);
  };

  it('discards a draft that equals the stored value', () => {
    expect(settleDraft('title', 'After', { title: 'After' })).toBeUndefined();
    expect(settleDraft('description', '', { description: null })).toBeUndefined();
  });

  it('bases a draft with more text on the stored item', () =>
    expect(settleDraft('title', 'After all', { title: 'After' })).toEqual({
      text: 'After all',
      base: stored,
    }));

  it('bases a draft on the stored item after the own change of another field', () =>
    expect(settleDraft('title', 'After', { status: 'planned' })).toEqual({ text: 'After', base: stored }));

  it('keeps the base of a draft if someone else has changed the item, too', () => {
    const own = { text: 'After', base: before };
    expect(settleDraft('title', 'After', { status: 'planned' }, ['title'])).toEqual(own);
    drafts.set(new Map());
    setDraft('a', 'title', own);
    updateStoredDrafts(
      { before: stored, item: item(3, 'Theirs'), changedByOthers: [] },
      { status: 'planned' },
    );
    expect(findDraft(drafts.get(), 'a', 'title')).toEqual(own);
  });
});
