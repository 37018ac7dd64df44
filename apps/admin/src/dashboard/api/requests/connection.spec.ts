import { connection } from './connection';

describe('connection', () => {
  afterEach(() => connection.startCall()(200));

  it.each([
    [0, 'unreachable'],
    [500, 'failing'],
    [503, 'failing'],
    [200, 'fine'],
    [401, 'fine'],
    [429, 'fine'],
  ])('after status %p, is %s', (status, expected) => {
    connection.startCall()(status);
    expect(connection.snapshot()).toBe(expected);
  });

  it('notifies listeners of changes only, until they unsubscribe', () => {
    const seen: string[] = [];
    const stop = connection.subscribe(() => seen.push(connection.snapshot()));
    for (const status of [200, 0, 0, 503, 204]) connection.startCall()(status);
    stop();
    connection.startCall()(0);
    expect(seen).toEqual(['unreachable', 'failing', 'fine']);
  });

  it('is not fine after a late response to a request from before the failure', () => {
    const reportLate = connection.startCall();
    connection.startCall()(0);
    const reportNext = connection.startCall();
    reportLate(200);
    expect(connection.snapshot()).toBe('unreachable');
    reportNext(200);
    expect(connection.snapshot()).toBe('fine');
  });
});
