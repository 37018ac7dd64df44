import { randomUUID } from 'node:crypto';
import { isEmail } from '@libs/kernel';
import { readConfig } from '../config';
import { SmtpMailSender } from '../mail/smtp-mail-sender';
import { renderTest } from '../mail/mail.template';
import { smtpProblem } from '../mail/smtp-problem';

/**
 * Sends one message at once, without the outbox (mail.md 7). Returns the response of the mail server.
 * @throws Error with what to do
 */
export async function sendTestMail(
  env: Parameters<typeof readConfig>[0],
  to: string,
): Promise<{ readonly to: string; readonly response: string }> {
  const { SMTP_URL: url, MAIL_FROM: from, MAIL_REPLY_TO: replyTo, PUBLIC_URL } = readConfig(env);
  if (!isEmail(to)) throw new Error('ADDRESS must be an email address');
  if (url === undefined || from === undefined) {
    throw new Error('Mail is off: set SMTP_URL and MAIL_FROM (docs/operating/mail.md)');
  }
  const sender = new SmtpMailSender({ url, from, replyTo });
  try {
    const result = await sender.send(randomUUID(), renderTest(to, PUBLIC_URL));
    if (result.state !== 'sent') throw new Error(smtpProblem(result.response, result.code));
    return { to, response: result.response };
  } finally {
    sender.close();
  }
}
