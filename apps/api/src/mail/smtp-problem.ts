/** What to do about the code of an error of the mail server, by the codes of nodemailer and Node.js. */
const ADVICE: Readonly<Record<string, string>> = {
  EAUTH: 'check the user and the password in SMTP_URL',
  ENOAUTH: 'add a user and a password to SMTP_URL',
  EDNS: 'check the host in SMTP_URL',
  ENOTFOUND: 'check the host in SMTP_URL',
  ECONNECTION: 'check the host and the port in SMTP_URL, and firewalls between them',
  ECONNREFUSED: 'check the host and the port in SMTP_URL, and firewalls between them',
  ESOCKET: 'check the host and the port in SMTP_URL, and whether it needs smtps',
  ETIMEDOUT: 'check the host and the port in SMTP_URL, and firewalls between them',
  ETLS: 'use the host name of the certificate in SMTP_URL, and smtps for port 465',
  EENVELOPE: 'check the address, and whether the server accepts MAIL_FROM as the sender',
  EMESSAGE: 'check whether the server accepts MAIL_FROM as the sender',
};

/** One line that says what is wrong and what to do. @param code such as `EAUTH` */
export function smtpProblem(message: string, code: string | undefined): string {
  const advice = ADVICE[code ?? ''] ?? 'check SMTP_URL and the log of the mail server';
  return `${message.replace(/\s+/g, ' ').trim()}: ${advice}`;
}
