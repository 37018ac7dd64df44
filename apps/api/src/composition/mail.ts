import {
  MailComposer,
  MailSuppressions,
  NEW_FEEDBACK_SOURCES,
  NotificationMailUseCases,
  type UnsubscribeUrl,
} from '@libs/accounts';
import { DigestMailUseCases } from '@libs/feedback';
import {
  PostgresDigestMailRepository,
  PostgresEmailChangeRepository,
  PostgresMailOutbox,
  PostgresNotificationMail,
  PostgresPasswordResetRepository,
  PostgresSuppressions,
  PostgresViewRepository,
  PostgresQuarantineRepository,
  PostgresAccountRepository,
  PostgresStatusMessageRepository,
} from '@libs/postgres';
import { StatusMessageDelivery } from '@libs/feedback';
import type { SecretBox } from '@libs/webhooks';
import { Logger } from '@nestjs/common';
import type { ThrottlerStorage } from '@nestjs/throttler';
import type { DataSource } from 'typeorm';
import { startOfText } from '../changelog/markdown';
import { clock } from '../clock';
import type { Config } from '../config';
import { FollowerMailer } from '../followers/follower-mailer';
import type { FollowTokens } from '../visitor-pages/follow-token';
import { MailPurge } from '../mail/mail-purge';
import { MailDelivery } from '../mail/mail-delivery';
import { RecipientLimits } from '../mail/recipient-limits';
import { MailWorker } from '../mail/mail-worker';
import type { KeyedMac } from '../keyed-mac';
import { newId } from '../new-id';
import { NotificationMailJob } from '../notifications/mail/notification-mail-job';
import type { UnsubscribeTokens } from '../unsubscribe/unsubscribe-token';
import { StatusMessageJob } from '../status-messages/status-message-job';
import { followedAccount } from '../visitor-pages/followed-account';
import { onceAMinute } from '../once-a-minute';
import { reasonOf } from '../reason-of';

interface MailOptions {
  readonly config: Config;
  readonly box: SecretBox;
  readonly unsubscribeTokens: UnsubscribeTokens;
  /** Hides the addresses that accounts no longer send messages to. */
  readonly mac: KeyedMac;
  readonly followTokens: FollowTokens;
  /** Counts messages to one address. */
  readonly addresses: ThrottlerStorage;
}

/** The messages of all accounts, and the worker that sends them (mail.md 3). Without `SMTP_URL`, there are none. */
export async function createMail(
  db: DataSource,
  { config, box, unsubscribeTokens, mac, followTokens, addresses }: MailOptions,
) {
  const { SMTP_URL: url, MAIL_FROM: from, MAIL_REPLY_TO: replyTo, MAIL_CONNECTIONS: connections } = config;
  const { PUBLIC_URL, WORKER } = config;
  const outbox = new PostgresMailOutbox(db, config.MAIL_PER_HOUR);
  const resets = new PostgresPasswordResetRepository(db);
  const changes = new PostgresEmailChangeRepository(db);
  const purge = new MailPurge({ outbox, resets, changes }, clock);
  if (url === undefined || from === undefined) return { purge, composer: null, followerMail: null };
  const composer = new MailComposer(box, clock, newId, () => worker.announce());
  const { SmtpMailSender } = await import('../mail/smtp-mail-sender');
  const sender = new SmtpMailSender({ url, from, replyTo, connections });
  const isEnabled = WORKER === 'on';
  const macOf = (text: string) => mac.of(text);
  const stored = new PostgresSuppressions(db);
  const suppressions = new MailSuppressions(stored, new RecipientLimits(addresses), macOf, clock);
  const delivery = new MailDelivery({ outbox, composer, sender, suppressions }, PUBLIC_URL, clock);
  const worker = new MailWorker({ outbox, delivery }, clock, { connections, isEnabled });
  const followerMail = new FollowerMailer(composer, followTokens, PUBLIC_URL, startOfText);
  return {
    purge,
    outbox,
    composer,
    worker,
    followerMail,
    statusMessages: isEnabled ? createStatusMessages(db, stored, followerMail) : null,
    notificationMail: isEnabled ? createNotificationMail(db, composer, PUBLIC_URL, unsubscribeTokens) : null,
  };
}

/** Sends messages about status when their hold has ended. */
function createStatusMessages(
  db: DataSource,
  stored: PostgresSuppressions,
  mail: FollowerMailer,
): StatusMessageJob {
  const accounts = new PostgresAccountRepository(db);
  const findAccount = async (accountId: string) => {
    const [first] = await accounts.listOwners(accountId);
    return first && (await stored.maySendOutside(accountId)) ? followedAccount(first.account) : null;
  };
  const messages = new PostgresStatusMessageRepository(db);
  return new StatusMessageJob(new StatusMessageDelivery({ messages, findAccount, mail }, clock));
}

/** Composes mail about notifications. */
function createNotificationMail(
  db: DataSource,
  composer: MailComposer,
  publicUrl: string,
  tokens: UnsubscribeTokens,
): NotificationMailJob {
  const source = new DigestMailUseCases(
    new PostgresDigestMailRepository(db),
    new PostgresViewRepository(db),
    new PostgresQuarantineRepository(db),
    NEW_FEEDBACK_SOURCES,
  );
  const unsubscribeUrl: UnsubscribeUrl = ({ accountId, personId }, settings) =>
    `${publicUrl}/unsubscribe/${tokens.of({ accountId, personId, settings })}`;
  const logger = new Logger('NotificationMail');
  const onError = onceAMinute((error: Error, accountId: string) =>
    logger.error(
      `Could not compose a digest for a member of account ${accountId}; retrying: ${reasonOf(error)}`,
    ),
  );
  const ports = { stored: new PostgresNotificationMail(db), source, composer, unsubscribeUrl, onError };
  return new NotificationMailJob(new NotificationMailUseCases(ports, clock));
}
