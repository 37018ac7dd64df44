import type { Action } from '@libs/accounts';
import type { FastifyRequest } from 'fastify';
import { memberOf } from './requester';

/** team.md 2 */
describe('memberOf', () => {
  const by = (action: Action, ip = '192.0.2.1') =>
    memberOf({ signedIn: { personId: 'ada' }, routeOptions: { config: { action } }, ip } as FastifyRequest);

  it('has the member, the IP address, and the least role of the action', () => {
    expect(by('webhooks.manage')).toEqual({ type: 'owner', id: 'ada', ip: '192.0.2.1', leastRole: 'admin' });
    expect(by('account.manage')).toMatchObject({ leastRole: 'owner' });
  });

  it('has no role if every member may do it, so that it is not checked again', () => {
    expect(by('own.manage')).toEqual({ type: 'owner', id: 'ada', ip: '192.0.2.1' });
  });

  it('has no address that a proxy made up', () => {
    expect(by('own.manage', 'unknown')).toEqual({ type: 'owner', id: 'ada' });
  });
});
