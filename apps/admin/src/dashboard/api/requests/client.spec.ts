import { call, onSessionProblem } from './client';

const REJECTED = { error: { code: 'session_required', message: 'Sign in' } };

/** dashboard.md 2 */
describe('a request that the service rejects for its session', () => {
  const sent: string[] = [];
  const problems: string[] = [];
  /** Paths that the service accepts. */
  const accepted = new Set<string>();
  let stored: string | null;
  let last: Promise<unknown>;
  let stop: () => void;

  beforeEach(() => {
    sent.length = problems.length = 0;
    accepted.clear();
    stored = 'account';
    last = Promise.resolve();
    const request = (_: string, run: () => unknown) => (last = last.catch(() => {}).then(run));
    Object.assign(globalThis, {
      navigator: { locks: { request } },
      localStorage: { getItem: () => stored },
    });
    stop = onSessionProblem((problem) => void problems.push(problem));
  });
  const fetched = jest.spyOn(globalThis, 'fetch').mockImplementation(async (url) => {
    const path = String(url).replace('/app/api/', '');
    sent.push(path);
    return accepted.has(path) ? Response.json({ data: path }) : Response.json(REJECTED, { status: 401 });
  });
  afterEach(() => {
    stop();
    Reflect.deleteProperty(globalThis, 'navigator');
    Reflect.deleteProperty(globalThis, 'localStorage');
  });
  afterAll(() => fetched.mockRestore());

  it('is sent again after the request that replaces the token, and reports nothing', async () => {
    let respond = () => {};
    fetched.mockImplementationOnce(async () => {
      sent.push('renewal');
      await new Promise<void>((done) => (respond = done));
      sent.push('renewed');
      accepted.add('feedback');
      return Response.json({});
    });
    const renewal = call('POST', 'session/reauthenticate', { renewsSession: true });
    const list = call('GET', 'feedback');
    await new Promise(setImmediate);
    expect(sent).toEqual(['renewal', 'feedback']);
    respond();
    await renewal;
    expect(await list).toEqual({ data: 'feedback' });
    expect(sent).toEqual(['renewal', 'feedback', 'renewed', 'feedback']);
    expect(problems).toEqual([]);
  });

  it.each([
    ['twice, and then reports it', {}, 'account', ['feedback', 'feedback']],
    ['once if it replaces the token', { renewsSession: true }, 'account', ['feedback']],
    ['once if the person has signed out', {}, null, ['feedback']],
  ])('is sent %s', async (_, options, signedIn, expected) => {
    stored = signedIn;
    await expect(call('GET', 'feedback', options)).rejects.toMatchObject({ code: 'session_required' });
    expect(sent).toEqual(expected);
    expect(problems).toEqual(['ended']);
  });
});
