import { isEmail } from '@libs/kernel';

/** What `SMTP_URL` says. */
export interface SmtpSettings {
  readonly host: string;
  readonly port: number;
  /** Whether the connection starts with TLS. */
  readonly secure: boolean;
  readonly auth: { readonly user: string; readonly pass: string } | undefined;
  /** Whether the password may only be sent over an encrypted connection. */
  readonly requireTLS: boolean;
  /** Whether the certificate is checked. Without a password, encryption is opportunistic, as between mail servers. */
  readonly checksCertificate: boolean;
}

const SUBMISSION_PORT = 587;
const SMTPS_PORT = 465;
const LOCAL = ['localhost', '127.0.0.1', '[::1]'];

/** @param url a valid `SMTP_URL` */
export function smtpSettings(url: string): SmtpSettings {
  const { protocol, hostname, port, username, password } = new URL(url);
  const secure = protocol === 'smtps:';
  const auth = username
    ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) }
    : undefined;
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port ? Number(port) : secure ? SMTPS_PORT : SUBMISSION_PORT,
    secure,
    auth,
    requireTLS: !secure && auth !== undefined && !LOCAL.includes(hostname),
    checksCertificate: secure || (auth !== undefined && !LOCAL.includes(hostname)),
  };
}

/** Whether the text is an `smtp` or `smtps` URL with a host, and at most a user and a password. */
export function isSmtpUrl(text: string): boolean {
  return /^smtps?:\/\/[^/?#]+\/?$/.test(text) && !/%(?![\da-f]{2})/i.test(text) && URL.canParse(text);
}

/** Whether the text is an email address, or a name and an address as in `Feedback <no-reply@example.com>`. */
export function isMailbox(text: string): boolean {
  const [, name, address] = /^(?:([^<>"@,;:\\\p{Cc}]*)<([^<>]+)>)$/u.exec(text) ?? [];
  return isEmail(address ?? text) && (name === undefined || name.trim() !== '');
}
