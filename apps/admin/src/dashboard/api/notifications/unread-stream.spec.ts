import { QueryClient } from '@tanstack/react-query';
import { ApiError, onSessionProblem } from '../requests/client';
import { LEAVING } from '../team/members';
import { reportRemoval } from './notifications';
import { followUnread } from './unread-stream';

/** notifications.md 5 */
describe('a removal from the account', () => {
  afterEach(() => {
    Reflect.deleteProperty(globalThis, 'EventSource');
    Reflect.deleteProperty(globalThis, 'document');
  });

  it('ends the stream, also when the page is visible again', () => {
    const streams: EventTarget[] = [];
    class FakeEventSource extends EventTarget {
      constructor() {
        super();
        streams.push(this);
      }
      close() {}
    }
    const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
    Object.assign(globalThis, { EventSource: FakeEventSource, document: page });
    const onRemoved = jest.fn();
    followUnread({ onUnread: () => {}, onRemoved, onRejected: () => {} });
    page.dispatchEvent(new Event('visibilitychange'));
    expect(streams).toHaveLength(2);
    streams[1]!.dispatchEvent(new Event('removed'));
    page.dispatchEvent(new Event('visibilitychange'));
    expect(streams).toHaveLength(2);
    expect(onRemoved).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['is reported', 'while something else is saved', {}, ['removed']],
    ['is not reported', 'on the page that leaves the account', LEAVING, []],
  ])('%s %s', (_, _when, options, expected) => {
    const client = new QueryClient();
    const mutation = client
      .getMutationCache()
      .build(client, { ...options, mutationFn: () => new Promise(() => {}) });
    void mutation.execute(undefined);
    const problems: string[] = [];
    const stop = onSessionProblem((problem) => void problems.push(problem));
    reportRemoval(client);
    stop();
    expect(problems).toEqual(expected);
  });

  it('loads the session again if the person could not leave the account', async () => {
    const client = new QueryClient();
    const problems: string[] = [];
    const stop = onSessionProblem((problem) => void problems.push(problem));
    const mutationFn = async () => {
      reportRemoval(client);
      throw new ApiError(0, 'unreachable', 'The service cannot be reached');
    };
    const leaving = client
      .getMutationCache()
      .build(client, { ...LEAVING, mutationFn })
      .execute(undefined);
    await expect(leaving).rejects.toMatchObject({ code: 'unreachable' });
    stop();
    expect(problems).toEqual(['access']);
  });
});
