import type { Item } from '@libs/contract';
import { findDraft, drafts, setDraft, updateStoredDrafts, type TextField } from './drafts';

const item = (version: number, title: string) => ({ id: 'a', title, description: null, version }) as Item;
const [before, stored] = [item(1, 'Before'), item(2, 'After')];

describe('a draft, once a change of its item has been stored', () => {
  const settled = (field: TextField, text: string, change: object) => {
    drafts.set(new Map());
    setDraft('a', field, { text, base: before });
    updateStoredDrafts(stored, change);
    return findDraft(drafts.get(), 'a', field);
  };

  it('is none where it says the same', () => {
    expect(settled('title', 'After', { title: 'After' })).toBeUndefined();
    expect(settled('description', '', { description: null })).toBeUndefined();
  });

  it('stands upon what is stored now where more was typed', () =>
    expect(settled('title', 'After all', { title: 'After' })).toEqual({ text: 'After all', base: stored }));

  it('stays as it is where the change was of something else', () =>
    expect(settled('title', 'After', { status: 'planned' })).toEqual({ text: 'After', base: before }));
});
