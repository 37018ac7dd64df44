import { Logger } from '@nestjs/common';
import { ReplicaChecks } from './replica-checks';

describe('ReplicaChecks', () => {
  it('warns if it cannot check them', async () => {
    const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation();
    const check = () => Promise.reject(new Error('Connection terminated'));
    await new ReplicaChecks({ check, close: async () => {} }).run();
    expect(warn.mock.calls).toEqual([['Could not check the replicas: Connection terminated']]);
    warn.mockRestore();
  });
});
