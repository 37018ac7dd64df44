import { aResult, anEndpoint } from '../../testing';
import { endpointsToDisable } from './disabling';

const NOW = new Date('2026-03-08T12:00:00Z');
const DAY_MS = 86_400_000;

/** webhooks.md 2 */
describe('endpointsToDisable', () => {
  const endpoint = anEndpoint();
  const { accountId, id } = endpoint;
  const failed = (statusCode: number) =>
    aResult({ id: '1', accountId, endpoint }, { status: 'failed' }, { statusCode });
  const failingFor = (ms: number) => ({ accountId, id, failingSince: new Date(NOW.getTime() - ms) });

  it('has those that want no more events', () => {
    expect(endpointsToDisable([failed(410)], [], NOW)).toEqual([{ accountId, id, reason: 'gone' }]);
    expect(endpointsToDisable([failed(404), { ...failed(410), attempt: null }], [], NOW)).toEqual([]);
  });

  it('has those whose deliveries have all failed for five days', () => {
    expect(endpointsToDisable([], [failingFor(5 * DAY_MS)], NOW)).toEqual([
      { accountId, id, reason: 'failing' },
    ]);
    expect(endpointsToDisable([], [failingFor(5 * DAY_MS - 1)], NOW)).toEqual([]);
  });
});
