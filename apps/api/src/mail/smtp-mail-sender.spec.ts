import { TestSmtpServer } from '@tools/testing';
import { SmtpMailSender } from './smtp-mail-sender';

/** mail.md 3 */
describe.each([
  ['', {}],
  [', without pipelining', { hidesPipelining: true }],
])('SmtpMailSender%s', (_, options) => {
  let server: TestSmtpServer;
  let sender: SmtpMailSender;
  const send = () => sender.send('1', { to: 'ada@example.com', subject: 'Hello', text: 'Hi', html: '<p>Hi' });

  beforeEach(async () => {
    server = await TestSmtpServer.start(options);
    sender = new SmtpMailSender({ url: server.url, from: 'no-reply@mail.example' });
  });
  afterEach(async () => {
    sender.close();
    await server.stop();
  });

  it.each([
    [450, 'deferred'],
    [451, 'deferred'],
    [421, 'unavailable'],
    [550, 'rejected'],
  ])('returns for %i to the recipient: %s', async (code, state) => {
    server.rejects = () => code;
    expect(await send()).toMatchObject({ state, reason: String(code) });
    server.rejects = () => null;
    expect((await send()).state).toBe('sent');
  });

  it.each([421, 451, 550])('is unavailable after %i to the sender', async (code) => {
    server.rejectsSender = () => code;
    expect(await send()).toMatchObject({ state: 'unavailable', reason: String(code) });
  });

  it.each([
    [421, 'unavailable'],
    [451, 'unavailable'],
    [554, 'rejected'],
  ])('returns for %i to the content: %s', async (code, state) => {
    server.rejectsContent = () => code;
    expect(await send()).toMatchObject({ state, reason: String(code) });
  });

  it('is unavailable without a server', async () => {
    const { port } = server;
    await server.stop();
    expect((await send()).state).toBe('unavailable');
    server = await TestSmtpServer.start({ port });
  });
});
