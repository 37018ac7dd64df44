import { Logger } from '@nestjs/common';
import { StatusMessageJob } from './status-message-job';

/** status-messages.md 5 */
describe('StatusMessageJob', () => {
  const calls: string[] = [];
  beforeEach(() => calls.splice(0));
  const run = async (dues: number[], unsettled: number[], count: number) => {
    const job = new StatusMessageJob({
      sendDue: async () => {
        calls.push('send');
        const due = dues.shift() ?? 0;
        return { due, hasMore: due > 1, errors: [] };
      },
      settle: async () => {
        calls.push('settle');
        return unsettled.shift() ?? 0;
      },
    });
    for (let i = 0; i < count; i++) await job.run();
    return calls.join(' ');
  };

  it('counts at the first run, and then looks only for what is due', async () => {
    expect(await run([], [], 4)).toBe('send settle send send send');
  });

  it('sends until nothing has more steps, and counts until the numbers are final', async () => {
    expect(await run([0, 2, 1], [0, 1, 0], 4)).toBe('send settle send send settle send settle send');
  });

  it('counts again after ten minutes, because another process can have ended', async () => {
    expect((await run([], [], 61)).match(/settle/g)).toHaveLength(2);
  });

  it('reports a message that fails, and counts what became of the others', async () => {
    const error = jest.spyOn(Logger.prototype, 'error').mockImplementation();
    const sendDue = async () => ({ due: 1, hasMore: false, errors: [new Error('too slow')] });
    const settle = jest.fn(async () => 1);
    const job = new StatusMessageJob({ sendDue, settle });
    for (let i = 0; i < 3; i++) await job.run();
    expect(error.mock.calls).toEqual([['Could not send messages about status; retrying: too slow']]);
    expect(settle).toHaveBeenCalledTimes(3);
    error.mockRestore();
  });
});
