import { createTransport } from 'nodemailer';
import type { RenderedMail } from './mail.template';
import type { MailSender, SendResult } from './mail-sender';
import { smtpSettings } from '../config/smtp-settings';

const CONNECT_MS = 10_000;
const SILENCE_MS = 30_000;
/** Less than `MAIL_LEASE_SECONDS`, so that no other process sends the message in the meantime. */
const SEND_MS = 90_000;

export interface SmtpOptions {
  readonly url: string;
  /** `Name <address>` or an address. */
  readonly from: string;
  readonly replyTo?: string | undefined;
}

/** Sends messages over SMTP, on one connection that it keeps open for a while. */
export class SmtpMailSender implements MailSender {
  private transport: ReturnType<typeof connect>;

  constructor(private readonly options: SmtpOptions) {
    this.transport = connect(options);
  }

  async send(id: string, mail: RenderedMail): Promise<SendResult> {
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        this.reconnect();
        reject(Object.assign(new Error('The mail server is too slow'), { code: 'ETIMEDOUT' }));
      }, SEND_MS);
    });
    try {
      const sending = this.transport.sendMail(messageOf(id, mail, this.options));
      const { response } = (await Promise.race([sending, timeout])) as { readonly response: string };
      return { state: 'sent', response };
    } catch (error) {
      return failureOf(error as SmtpError);
    } finally {
      clearTimeout(timer);
    }
  }

  async verify(): Promise<void> {
    await this.transport.verify();
  }

  close(): void {
    this.transport.close();
  }

  private reconnect(): void {
    this.transport.close();
    this.transport = connect(this.options);
  }
}

function connect({ url }: SmtpOptions) {
  const { checksCertificate, ...settings } = smtpSettings(url);
  return createTransport({
    ...settings,
    pool: true,
    maxConnections: 1,
    // The outbox repeats messages.
    maxRequeues: 0,
    tls: { rejectUnauthorized: checksCertificate },
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    dnsTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    // Messages contain no files and no URLs to load.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

function messageOf(
  id: string,
  { to, subject, text, html, unsubscribeUrl }: RenderedMail,
  { from, replyTo }: SmtpOptions,
) {
  const domain = /@([^\s@>]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';
  return {
    messageId: `<${id}@${domain}>`,
    from,
    ...(replyTo !== undefined && { replyTo }),
    to: { name: '', address: to },
    subject,
    text,
    html,
    headers: {
      // No automatic replies (RFC 3834).
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribeUrl !== undefined && {
        'List-Unsubscribe': `<${unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
  };
}

interface SmtpError extends Error {
  readonly code?: string;
  /** The one that the server responded to. */
  readonly command?: string;
  readonly responseCode?: number;
  readonly response?: string;
}

/** The server ends the connection, after any command. */
const CLOSING = 421;

/** Other commands concern the connection, the password, or the sender, so all messages. */
function stateOf({ command, responseCode = CLOSING }: SmtpError): 'rejected' | 'deferred' | 'unavailable' {
  const isRecipient = command === 'RCPT TO';
  if (responseCode >= 500 && (isRecipient || command === 'DATA')) return 'rejected';
  return isRecipient && responseCode !== CLOSING ? 'deferred' : 'unavailable';
}

function failureOf(error: SmtpError): SendResult {
  const { code = 'unknown', responseCode, message } = error;
  return {
    state: stateOf(error),
    reason: responseCode === undefined ? code : String(responseCode),
    response: message,
    code,
  };
}
