import { Module, type OnModuleDestroy, type OnApplicationBootstrap } from '@nestjs/common';
import { MailComposer } from '@libs/accounts';
import {
  PostgresEmailChangeRepository,
  PostgresMailOutbox,
  PostgresPasswordResetRepository,
} from '@libs/postgres';
import { SecretBox } from '@libs/webhooks';
import { DataSource } from 'typeorm';
import type { Config } from '../config';
import { newId } from '../new-id';
import { clock, CONFIG } from '../shared.module';
import { MailNudge } from './mail-nudge';
import { MailPurge } from './mail-purge';
import { MailWorker } from './mail-worker';

/** `MailComposer`, or null without `SMTP_URL`. */
export const MAIL_COMPOSER = Symbol('MailComposer');
const WORKER = Symbol('MailWorker');

/** Sends the messages of all accounts (mail.md 3). Without `SMTP_URL`, there are none. */
@Module({
  providers: [
    MailNudge,
    {
      provide: MAIL_COMPOSER,
      inject: [CONFIG, SecretBox, MailNudge],
      useFactory: ({ SMTP_URL }: Config, box: SecretBox, nudge: MailNudge) =>
        SMTP_URL === undefined ? null : new MailComposer(box, clock, newId, () => nudge.announce()),
    },
    {
      provide: WORKER,
      inject: [CONFIG, DataSource, MAIL_COMPOSER, MailNudge],
      useFactory: async (
        config: Config,
        dataSource: DataSource,
        composer: MailComposer | null,
        nudge: MailNudge,
      ) => {
        const { SMTP_URL: url, MAIL_FROM: from, MAIL_REPLY_TO: replyTo } = config;
        if (!composer || url === undefined || from === undefined) return idle;
        const { SmtpMailSender } = await import('./smtp-mail-sender');
        const sender = new SmtpMailSender({ url, from, replyTo });
        const outbox = new PostgresMailOutbox(dataSource);
        const ports = { outbox, composer, sender, nudge };
        return new MailWorker(ports, config.PUBLIC_URL, clock, config.WORKER === 'on');
      },
    },
    {
      provide: MailPurge,
      inject: [DataSource],
      useFactory: (dataSource: DataSource) =>
        new MailPurge(
          {
            outbox: new PostgresMailOutbox(dataSource),
            resets: new PostgresPasswordResetRepository(dataSource),
            changes: new PostgresEmailChangeRepository(dataSource),
          },
          clock,
        ),
    },
  ],
  exports: [MAIL_COMPOSER],
})
export class MailModule {}

const idle: OnApplicationBootstrap & OnModuleDestroy = {
  onApplicationBootstrap() {},
  onModuleDestroy() {},
};
