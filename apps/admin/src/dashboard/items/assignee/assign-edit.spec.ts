import type { Item } from '@libs/contract';
import { assignEdit } from './assign-edit';

const ada = { id: 'a', name: 'Ada' };
const ben = { id: 'b', name: 'Ben' };
const item = (assignee: Item['assignee']) => ({ id: 'x', assignee }) as Item;

describe('assignEdit', () => {
  it('changes only items that are assigned to someone else', () => {
    const edit = assignEdit(ada);
    expect(edit.of(item(null))).toEqual({ update: { assignee_id: 'a' }, shown: { assignee: ada } });
    expect(edit.of(item(ben))).toEqual({ update: { assignee_id: 'a' }, shown: { assignee: ada } });
    expect(edit.of(item({ ...ada, name: 'Renamed' }))).toBeNull();
    expect(assignEdit(null).of(item(ada))).toEqual({
      update: { assignee_id: null },
      shown: { assignee: null },
    });
    expect(assignEdit(null).of(item(null))).toBeNull();
  });

  it('restores the assignee, unless someone has changed it since', () => {
    expect(assignEdit(ada).revert(item(ben), item(ada))).toEqual({ assignee_id: 'b' });
    expect(assignEdit(ada).revert(item(null), item(ada))).toEqual({ assignee_id: null });
    expect(assignEdit(ada).revert(item(null), item(ben))).toBeNull();
    expect(assignEdit(null).revert(item(ben), item(null))).toEqual({ assignee_id: 'b' });
  });
});
