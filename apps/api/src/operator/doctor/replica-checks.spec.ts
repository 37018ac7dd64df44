import { replicaChecks } from './replica-checks';

const URLS = ['postgres://u:secret@one:5432/feedback', 'postgres://u:secret@two:5433/feedback'];

/** operator.md 8 */
describe('replicaChecks', () => {
  it('has no check without replicas', () => {
    expect(replicaChecks([], [])).toEqual([]);
  });

  it('accepts replicas that are used', () => {
    expect(replicaChecks(URLS, [null, null])).toEqual([
      { name: 'replicas', state: 'ok', message: '2 in use' },
    ]);
  });

  it('names each replica that is not used, without the password', () => {
    expect(replicaChecks(URLS, [null, 'it is too far behind'])).toEqual([
      { name: 'replicas', state: 'warning', message: '1 (two:5433) is not used: it is too far behind' },
    ]);
  });
});
