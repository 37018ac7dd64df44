import type { Item, TagItem } from '@libs/contract';
import { tagChoices } from './tag-choices';
import { addTagEdit, hasTag, removeTagEdit } from './tag-edits';

const item = (...tags: string[]) => ({ id: 'a', tags }) as unknown as Item;
const tag = (name: string): TagItem => ({ id: name, name, color: 'red', count: 1 });

describe('addTagEdit', () => {
  const edit = addTagEdit('Billing');

  it('adds the tag in alphabetical order, and changes nothing if the item has it in any case', () => {
    expect(edit.of(item('api', 'Mobile'))).toEqual({
      update: { add_tags: ['Billing'] },
      shown: { tags: ['api', 'Billing', 'Mobile'] },
    });
    expect(edit.of(item('billing'))).toBeNull();
  });

  it('is reverted only for items that did not have the tag, and still have it', () => {
    expect(edit.revert(item(), item('Billing'))).toEqual({ remove_tags: ['Billing'] });
    expect(edit.revert(item('billing'), item('billing'))).toBeNull();
    expect(edit.revert(item(), item())).toBeNull();
  });
});

describe('removeTagEdit', () => {
  const edit = removeTagEdit('Billing');

  it('removes the tag in any case, and changes nothing if the item does not have it', () => {
    expect(edit.of(item('billing', 'mobile'))).toEqual({
      update: { remove_tags: ['Billing'] },
      shown: { tags: ['mobile'] },
    });
    expect(edit.of(item('mobile'))).toBeNull();
  });

  it('is reverted only for items that had the tag, and still do not have it', () => {
    expect(edit.revert(item('Billing'), item())).toEqual({ add_tags: ['Billing'] });
    expect(edit.revert(item('Billing'), item('Billing'))).toBeNull();
  });
});

describe('hasTag', () => {
  it('ignores the case', () => expect(hasTag(item('ÜBER'), 'über')).toBe(true));
});

describe('tagChoices', () => {
  const tags = [tag('api'), tag('Billing'), tag('mobile')];
  const none: ReadonlyMap<string, boolean> = new Map();
  const shown = (...args: Parameters<typeof tagChoices>) =>
    tagChoices(...args).map(({ name, state, isNew }) => `${name} ${state}${isNew ? ' new' : ''}`);

  it('has the tags of the items first, with the part of the items that have them', () => {
    const items = [item('mobile', 'billing'), item('mobile')];
    expect(shown(tags, items, '', none)).toEqual(['Billing some', 'mobile all', 'api none']);
  });

  it('finds tags by a part of their name, and offers to create a tag with the text', () => {
    expect(shown(tags, [item()], ' BI ', none)).toEqual(['Billing none', 'mobile none', 'BI none new']);
    expect(shown(tags, [item()], 'billing', none)).toEqual(['Billing none']);
  });

  it.each(['', ' ', 'a,b', 'a;b', 'x'.repeat(41)])('does not offer to create %j', (text) => {
    expect(tagChoices(tags, [item()], text, none).some(({ isNew }) => isNew)).toBe(false);
  });

  it('shows tags as they were toggled since the items were read', () => {
    const toggled = new Map([
      ['api', true],
      ['mobile', false],
    ]);
    expect(shown(tags, [item('mobile')], '', toggled)).toEqual(['api all', 'Billing none', 'mobile none']);
  });
});
