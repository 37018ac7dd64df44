import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A message that the server accepted. */
export interface ReceivedMail {
  readonly to: string;
  readonly source: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly html: string;
}

interface SmtpOptions {
  readonly auth?: { readonly user: string; readonly pass: string };
  /** The port of a server that was stopped. */
  readonly port?: number;
  /** Whether clients must wait for each response before the next command. */
  readonly hidesPipelining?: boolean;
}

/** A real SMTP server that keeps what it receives. */
export class TestSmtpServer {
  readonly mails: ReceivedMail[] = [];
  /** Returns an error for a recipient: an SMTP code, or null to accept. */
  rejects: (to: string) => number | null = () => null;
  /** The same for the sender. */
  rejectsSender: () => number | null = () => null;
  /** The same for the content. */
  rejectsContent: () => number | null = () => null;
  /** What it says with an error. */
  says = 'Mailbox problem';
  /** How long it takes for a recipient, and for a message, which it keeps also if the client ends in the meantime. */
  readonly takesMs = { recipient: 0, content: 0 };
  /** Open connections, the most at the same time, and all. */
  readonly connections = { open: 0, most: 0, all: 0 };
  private readonly waiting: (() => void)[] = [];

  private constructor(
    private readonly server: SMTPServer,
    private readonly auth: SmtpOptions['auth'],
  ) {}

  static async start({ auth, port = 0, hidesPipelining = false }: SmtpOptions = {}): Promise<TestSmtpServer> {
    const server = new SMTPServer({
      disabledCommands: auth ? ['STARTTLS'] : ['STARTTLS', 'AUTH'],
      authOptional: !auth,
      allowInsecureAuth: true,
      hidePIPELINING: hidesPipelining,
      logger: false,
      onAuth({ username, password }, _session, done) {
        if (username === auth?.user && password === auth?.pass) done(null, { user: username });
        else done(new Error('Invalid username or password'));
      },
      onConnect(_session, done) {
        const { connections } = running;
        connections.all++;
        connections.most = Math.max(connections.most, ++connections.open);
        done();
      },
      onClose() {
        running.connections.open--;
      },
      onMailFrom(_address, _session, done) {
        done(errorOf(running.rejectsSender(), running.says));
      },
      onRcptTo({ address }, _session, done) {
        after(running.takesMs.recipient, () => done(errorOf(running.rejects(address), running.says)));
      },
      onData(stream, session, done) {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          const error = errorOf(running.rejectsContent(), running.says);
          if (error) return done(error);
          after(running.takesMs.content, () => {
            running.receive(session.envelope.rcptTo[0]!.address, Buffer.concat(chunks).toString('utf8'));
            done();
          });
        });
      },
    });
    const running = new TestSmtpServer(server, auth);
    server.on('error', () => {});
    server.listen(port, '127.0.0.1');
    await once(server.server, 'listening');
    return running;
  }

  get port(): number {
    return (this.server.server.address() as AddressInfo).port;
  }

  get url(): string {
    const login = this.auth ? `${this.auth.user}:${encodeURIComponent(this.auth.pass)}@` : '';
    return `smtp://${login}127.0.0.1:${this.port}`;
  }

  /** Resolves with the messages to an address when there are so many. */
  async received(to: string, count = 1): Promise<readonly ReceivedMail[]> {
    for (;;) {
      const found = this.mails.filter((mail) => mail.to === to);
      if (found.length >= count) return found;
      await new Promise<void>((next) => this.waiting.push(next));
    }
  }

  /** Resolves when the server has accepted so many messages. */
  async accepted(count: number): Promise<void> {
    while (this.mails.length < count) await new Promise<void>((next) => this.waiting.push(next));
  }

  stop(): Promise<void> {
    return new Promise((done) => this.server.close(done));
  }

  private receive(to: string, source: string): void {
    this.mails.push({ to, source, ...parsed(source) });
    for (const wake of this.waiting.splice(0)) wake();
  }
}

function after(milliseconds: number, run: () => void): void {
  if (milliseconds > 0) setTimeout(run, milliseconds).unref();
  else run();
}

const errorOf = (responseCode: number | null, message: string): Error | null =>
  responseCode === null ? null : Object.assign(new Error(message), { responseCode });

/** Reads what nodemailer writes: a message with a text part and an HTML part. */
function parsed(source: string): Pick<ReceivedMail, 'headers' | 'text' | 'html'> {
  const [head = '', body = ''] = split(source);
  const headers = headersOf(head);
  const boundary = /boundary="([^"]+)"/.exec(headers['content-type'] ?? '')?.[1] ?? '';
  const [, text = '', html = ''] = body.split(`--${boundary}`).map(partText);
  return { headers, text, html };
}

const split = (text: string): string[] => text.split(/\r\n\r\n(.*)/s, 2);

function headersOf(head: string): Record<string, string> {
  const lines = head
    .trim()
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  return Object.fromEntries(
    lines.map((line) => {
      const [name = '', value = ''] = line.split(/:\s*(.*)/s, 2);
      return [name.toLowerCase(), value];
    }),
  );
}

function partText(part: string): string {
  const [head = '', body = ''] = split(part.trimStart());
  const encoding = headersOf(head)['content-transfer-encoding'];
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  if (encoding !== 'quoted-printable') return body;
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([\dA-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
