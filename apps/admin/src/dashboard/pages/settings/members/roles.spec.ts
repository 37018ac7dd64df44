import { canManage, grantableRoles, roleQuestion } from './roles';

/** team.md 2 */
describe('grantableRoles', () => {
  it('lists the roles up to the own role, and none below admin', () => {
    expect(grantableRoles('owner')).toEqual(['viewer', 'editor', 'admin', 'owner']);
    expect(grantableRoles('admin')).toEqual(['viewer', 'editor', 'admin']);
    expect(grantableRoles('editor')).toEqual([]);
    expect(grantableRoles('viewer')).toEqual([]);
  });
});

describe('canManage', () => {
  it('excludes owners for everyone but owners', () => {
    expect(canManage('admin', 'admin')).toBe(true);
    expect(canManage('admin', 'owner')).toBe(false);
    expect(canManage('owner', 'owner')).toBe(true);
    expect(canManage('editor', 'viewer')).toBe(false);
  });
});

describe('roleQuestion', () => {
  it('asks before the person lowers the own role', () => {
    expect(roleQuestion({ isSelf: true, from: 'owner', to: 'admin' })).toBe('own');
    expect(roleQuestion({ isSelf: true, from: 'admin', to: 'viewer' })).toBe('own');
  });

  it('asks before someone becomes an owner', () => {
    expect(roleQuestion({ isSelf: false, from: 'admin', to: 'owner' })).toBe('owner');
  });

  it('asks nothing about other changes', () => {
    expect(roleQuestion({ isSelf: false, from: 'owner', to: 'admin' })).toBeNull();
    expect(roleQuestion({ isSelf: false, from: 'viewer', to: 'admin' })).toBeNull();
    expect(roleQuestion({ isSelf: true, from: 'owner', to: 'owner' })).toBeNull();
  });
});
