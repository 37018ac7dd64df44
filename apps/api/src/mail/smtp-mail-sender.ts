import { createTransport } from 'nodemailer';
import type { RenderedMail } from './mail.template';
import { subjectLine } from './written-text';
import type { MailSender, SendResult } from './mail-sender';
import { smtpSettings } from '../config/smtp-settings';
import { SEND_MS } from './smtp-limits';

const CONNECT_MS = 10_000;
const SILENCE_MS = 30_000;

export interface SmtpOptions {
  readonly url: string;
  /** `Name <address>` or an address. */
  readonly from: string;
  readonly replyTo?: string | undefined;
  /** The number of messages that are sent at the same time. Default: 1. */
  readonly connections?: number;
}

/**
 * Sends messages over SMTP. A connection opens when a message finds none that is free, sends up to 100 messages, and
 * closes after four minutes without any. What fails on one does not affect the others.
 */
export class SmtpMailSender implements MailSender {
  private readonly transport: ReturnType<typeof connect>;

  constructor(
    private readonly options: SmtpOptions,
    private readonly sendMs = SEND_MS,
  ) {
    this.transport = connect(options);
  }

  async send(id: string, mail: RenderedMail): Promise<SendResult> {
    const slow = new AbortController();
    const timer = setTimeout(() => slow.abort(), this.sendMs);
    try {
      // Aborting closes the connection of this message only.
      const message = { ...messageOf(id, mail, this.options), signal: slow.signal };
      const { response } = await this.transport.sendMail(message);
      return { state: 'sent', response };
    } catch (error) {
      if (!slow.signal.aborted) return failureOf(error as SmtpError);
      return failureOf(Object.assign(new Error('The mail server is too slow'), { code: 'ETIMEDOUT' }));
    } finally {
      clearTimeout(timer);
    }
  }

  async verify(): Promise<void> {
    await this.transport.verify();
  }

  close(): void {
    this.transport.close({ force: true });
  }
}

function connect({ url, connections = 1 }: SmtpOptions) {
  const { checksCertificate, ...settings } = smtpSettings(url);
  return createTransport({
    ...settings,
    pool: true,
    maxConnections: connections,
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
  { to, subject, text, html, unsubscribeUrl, sender, thread }: RenderedMail,
  { from, replyTo }: SmtpOptions,
) {
  const address = /([^\s<]+@[^\s@>]+)>?\s*$/.exec(from)?.[1] ?? from;
  const domain = address.split('@')[1] ?? 'localhost';
  return {
    messageId: `<${id}@${domain}>`,
    ...(thread !== undefined && { inReplyTo: `<${thread}@${domain}>`, references: `<${thread}@${domain}>` }),
    from: sender === undefined ? from : { name: subjectLine(sender), address },
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

/**
 * Whether a response says that the recipient does not exist (RFC 3463: 5.1.x, or 5.2.0 and 5.2.1 for a mailbox that is
 * disabled), and not that the server does not relay, or that a quota is exceeded.
 */
const isUnknown = ({ response = '' }: SmtpError): boolean => {
  const status = /^5\d\d[ -](5\.\d+\.\d+)/.exec(response)?.[1];
  return status === undefined ? /^55[013]/.test(response) : /^5\.(1\.\d+|2\.[01])$/.test(status);
};

function failureOf(error: SmtpError): SendResult {
  const { code = 'unknown', command, responseCode, message } = error;
  const state = stateOf(error);
  return {
    state,
    reason: responseCode === undefined ? code : String(responseCode),
    response: message,
    code,
    isUnknownRecipient: state === 'rejected' && command === 'RCPT TO' && isUnknown(error),
  };
}
