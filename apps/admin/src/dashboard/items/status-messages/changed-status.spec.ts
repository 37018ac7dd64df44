import type { Item, SessionInfo } from '@libs/contract';
import { QueryClient } from '@tanstack/react-query';
import { changedStatus, withNotify } from './changed-status';

const clientWith = (setting: SessionInfo['status_messages']) => {
  const queryClient = new QueryClient();
  queryClient.setQueryData(['session'], { status_messages: setting });
  return queryClient;
};
const item = (status: Item['status'], merged: string | null = null) =>
  ({ id: '1', status, merged_into: merged }) as Item;

/** status-messages.md 6 */
describe('withNotify', () => {
  it('asks for a message with a change of the status, if the account always tells followers', () => {
    expect(withNotify(clientWith('always'), { status: 'planned' })).toEqual({
      status: 'planned',
      notify: {},
    });
  });

  it.each(['ask', 'never', null] as const)('changes nothing with %s', (setting) => {
    expect(withNotify(clientWith(setting), { status: 'planned' })).toEqual({ status: 'planned' });
  });

  it('changes nothing in a change of other fields', () => {
    expect(withNotify(clientWith('always'), { title: 'A' })).toEqual({ title: 'A' });
  });
});

describe('changedStatus', () => {
  it('is the status before, if it is another one now', () => {
    expect(changedStatus(item('new'), item('planned'))).toEqual([{ id: '1', previous_status: 'new' }]);
    expect(changedStatus(item('new'), item('new'))).toEqual([]);
  });

  it('is nothing for a duplicate', () => {
    expect(changedStatus(item('new'), item('planned', '2'))).toEqual([]);
  });
});
