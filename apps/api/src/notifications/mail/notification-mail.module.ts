import { Logger, Module, type OnApplicationBootstrap } from '@nestjs/common';
import {
  NEW_FEEDBACK_SOURCES,
  NotificationMailUseCases,
  type MailComposer,
  type UnsubscribeUrl,
} from '@libs/accounts';
import { DigestMailUseCases } from '@libs/feedback';
import {
  PostgresDigestMailRepository,
  PostgresNotificationMail,
  PostgresViewRepository,
  TypeOrmQuarantineRepository,
} from '@libs/postgres';
import { DataSource } from 'typeorm';
import type { Config } from '../../config';
import { MAIL_COMPOSER, MailModule } from '../../mail/mail.module';
import { onceAMinute } from '../../once-a-minute';
import { reasonOf } from '../../recurring-job';
import { clock, CONFIG } from '../../shared.module';
import { NotificationsModule } from '../notifications.module';
import { UnsubscribeTokens } from '../unsubscribe-token';
import { NotificationMailJob } from './notification-mail-job';

/** Composes mail about notifications. Without `SMTP_URL`, or if other processes send mail, does nothing. */
@Module({
  imports: [MailModule, NotificationsModule],
  providers: [
    {
      provide: NotificationMailJob,
      inject: [CONFIG, DataSource, MAIL_COMPOSER, UnsubscribeTokens],
      useFactory: (
        { PUBLIC_URL, WORKER }: Config,
        dataSource: DataSource,
        composer: MailComposer | null,
        tokens: UnsubscribeTokens,
      ) => {
        if (!composer || WORKER !== 'on') return idle;
        const source = new DigestMailUseCases(
          new PostgresDigestMailRepository(dataSource),
          new PostgresViewRepository(dataSource),
          new TypeOrmQuarantineRepository(dataSource),
          NEW_FEEDBACK_SOURCES,
        );
        const stored = new PostgresNotificationMail(dataSource);
        const unsubscribeUrl: UnsubscribeUrl = ({ accountId, personId }, settings) =>
          `${PUBLIC_URL}/unsubscribe/${tokens.of({ accountId, personId, settings })}`;
        const logger = new Logger('NotificationMail');
        const onError = onceAMinute((error: Error, accountId: string) =>
          logger.error(`Could not compose a digest of account ${accountId}; retrying: ${reasonOf(error)}`),
        );
        const ports = { stored, source, composer, unsubscribeUrl, onError };
        return new NotificationMailJob(new NotificationMailUseCases(ports, clock));
      },
    },
  ],
})
export class NotificationMailModule {}

const idle: OnApplicationBootstrap = { onApplicationBootstrap() {} };
