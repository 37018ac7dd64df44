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

  /** mail.md 9 */
  it.each([
    [550, 'No such user', true],
    [550, '5.1.1 No such user', true],
    [553, 'No such mailbox', true],
    [550, '5.2.1 Mailbox disabled', true],
    [552, '5.2.2 Mailbox full', false],
    [554, '5.7.1 Relay access denied', false],
    [550, '5.7.1 Relay access denied', false],
    [452, '4.2.2 Mailbox full', false],
  ])('reads from %i %s whether there is no such recipient', async (code, message, isUnknownRecipient) => {
    server.rejects = () => code;
    server.says = message;
    expect(await send()).toMatchObject({ isUnknownRecipient });
  });

  it('does not take a response to the content for one about the recipient', async () => {
    server.rejectsContent = () => 550;
    expect(await send()).toMatchObject({ state: 'rejected', isUnknownRecipient: false });
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

  it('uses as many connections as it may, and keeps them', async () => {
    sender.close();
    sender = new SmtpMailSender({ url: server.url, from: 'no-reply@mail.example', connections: 3 });
    server.takesMs.content = 20;
    for (let n = 0; n < 3; n++) await Promise.all(Array.from({ length: 3 }, send));
    expect(server.mails).toHaveLength(9);
    expect(server.connections).toEqual({ open: 3, most: 3, all: 3 });
  });

  it('ends a message that takes too long, and no others', async () => {
    sender.close();
    const options = { url: server.url, from: 'no-reply@mail.example', connections: 2 };
    sender = new SmtpMailSender(options, 4_000);
    server.takesMs.content = 60_000;
    const slow = send();
    await new Promise((next) => setTimeout(next, 2_500));
    server.takesMs.content = 2_000;
    const other = send();
    expect(await slow).toMatchObject({ state: 'unavailable', reason: 'ETIMEDOUT' });
    expect(await other).toEqual({ state: 'sent', response: expect.any(String) });
    server.takesMs.content = 0;
    expect((await send()).state).toBe('sent');
  });

  /** status-messages.md 4 */
  it('names the thread of a message with the domain of the sender', async () => {
    const mail = { to: 'ada@example.com', subject: 'Hello', text: 'Hi', html: '<p>Hi' };
    await sender.send('1', { ...mail, thread: 'item-7' });
    await sender.send('2', mail);
    const [first, second] = server.mails.map(({ headers }) => headers);
    for (const name of ['in-reply-to', 'references']) {
      expect(first![name]).toBe('<item-7@mail.example>');
      expect(second).not.toHaveProperty(name);
    }
  });

  it('cancels messages in progress when it closes', async () => {
    server.takesMs.content = 60_000;
    const sending = send();
    await new Promise((next) => setTimeout(next, 500));
    sender.close();
    expect((await sending).state).toBe('unavailable');
  });

  it('is unavailable without a server', async () => {
    const { port } = server;
    await server.stop();
    expect((await send()).state).toBe('unavailable');
    server = await TestSmtpServer.start({ port });
  });
});
