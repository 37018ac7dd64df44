import type { Config } from '../../config';
import { SmtpMailSender } from '../../mail/smtp-mail-sender';
import { smtpProblem } from '../../mail/smtp-problem';
import { ok, warning, type Check } from './check';

const NAME = 'mail';

/** Connects to the mail server and signs in, but sends nothing. */
export async function checkMail({ SMTP_URL: url, MAIL_FROM: from }: Config): Promise<Check[]> {
  if (url === undefined || from === undefined) return [];
  const sender = new SmtpMailSender({ url, from });
  try {
    await sender.verify();
    return [ok(NAME, `${new URL(url).host} accepts connections; test it with mail-test ADDRESS`)];
  } catch (error) {
    const { message, code } = error as Error & { code?: string };
    return [warning(NAME, smtpProblem(message, code))];
  } finally {
    sender.close();
  }
}
