import { QueryClient } from '@tanstack/react-query';
import { ApiError, onSessionProblem } from './client';
import { isLeaving, LEAVING } from './leaving';

/** notifications.md 5, team.md 4 */
describe('a mutation that ends the session or switches its account', () => {
  const start = (client: QueryClient, mutationFn: () => Promise<unknown>, options: object = LEAVING) =>
    client
      .getMutationCache()
      .build(client, { ...options, mutationFn })
      .execute(undefined);

  it('has started, and lasts until the page is loaded again, or for 10 seconds if it is not', async () => {
    const client = new QueryClient();
    expect(isLeaving(client)).toBe(false);
    void start(client, () => new Promise(() => {}), {});
    expect(isLeaving(client)).toBe(false);
    const leaving = start(client, async () => {});
    expect(isLeaving(client)).toBe(true);
    await leaving;
    expect(isLeaving(client)).toBe(true);
    const now = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 10_000);
    expect(isLeaving(client)).toBe(false);
    now.mockRestore();
  });

  it('has ended when it fails, and loads the session again', async () => {
    const client = new QueryClient();
    const problems: string[] = [];
    const stop = onSessionProblem((problem) => void problems.push(problem));
    const leaving = start(client, async () => {
      throw new ApiError(0, 'unreachable', 'The service cannot be reached');
    });
    await expect(leaving).rejects.toMatchObject({ code: 'unreachable' });
    stop();
    expect(isLeaving(client)).toBe(false);
    expect(problems).toEqual(['access']);
  });
});
