import type { Item } from '@libs/contract';
import { assigneeChoices } from './assignee-choices';

const member = (id: string, name: string) => ({ id, name, email: `${id}@example.com` });
const [ada, ben, cem] = [member('a', 'Ada'), member('b', 'Ben'), member('c', 'Cem')];
const unassigned = { assignee: null } as Item;
const assigned = { assignee: ada } as unknown as Item;

describe('assigneeChoices', () => {
  it('has the signed-in member first, then the others by name', () => {
    expect(assigneeChoices([cem, ada, ben], [unassigned], '', 'b')).toEqual([ben, ada, cem]);
    expect(assigneeChoices([cem, ada], [unassigned], '', undefined)).toEqual([ada, cem]);
  });

  it('has no one last if an item is assigned, and only without a search', () => {
    expect(assigneeChoices([ada, ben], [unassigned, assigned], ' ', 'a')).toEqual([ada, ben, null]);
    expect(assigneeChoices([ada, ben], [assigned], 'be', 'a')).toEqual([ben]);
    expect(assigneeChoices([ada], [unassigned], '', 'a', true)).toEqual([ada, null]);
  });

  it('searches names and email addresses regardless of case', () => {
    expect(assigneeChoices([ada, ben], [unassigned], ' AD ', undefined)).toEqual([ada]);
    expect(assigneeChoices([ada, ben], [unassigned], 'b@EXAMPLE', undefined)).toEqual([ben]);
    expect(assigneeChoices([ada, ben], [unassigned], 'x@', undefined)).toEqual([]);
  });
});
