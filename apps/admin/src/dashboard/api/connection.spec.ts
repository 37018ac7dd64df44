import { connection } from './connection';

describe('connection', () => {
  afterEach(() => connection.report(200));

  it.each([
    [0, 'unreachable'],
    [500, 'failing'],
    [503, 'failing'],
    [200, 'fine'],
    [401, 'fine'],
    [429, 'fine'],
  ])('after status %p, is %s', (status, expected) => {
    connection.report(status);
    expect(connection.snapshot()).toBe(expected);
  });

  it('notifies listeners of changes only, until they unsubscribe', () => {
    const seen: string[] = [];
    const stop = connection.subscribe(() => seen.push(connection.snapshot()));
    for (const status of [200, 0, 0, 503, 204]) connection.report(status);
    stop();
    connection.report(0);
    expect(seen).toEqual(['unreachable', 'failing', 'fine']);
  });
});
