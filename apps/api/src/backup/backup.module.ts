import { Module } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { BACKUP_LOCK, writeBackup } from '@libs/postgres';
import type { FastifyInstance } from 'fastify';
import { DataSource } from 'typeorm';
import type { Config } from '../config';
import { OBSERVER, type Observer } from '../metrics/observer';
import { clock } from '../clock';
import { CONFIG } from '../shared.module';
import { version } from '../version';
import { BackupFolder } from './backup-folder';
import { ScheduledBackups } from './scheduled-backups';

/** Scheduled backups. Imported with BACKUP_DIR only. */
@Module({
  providers: [
    {
      provide: ScheduledBackups,
      inject: [CONFIG, DataSource, HttpAdapterHost, OBSERVER],
      useFactory: (
        config: Config,
        dataSource: DataSource,
        { httpAdapter }: HttpAdapterHost,
        observer: Observer,
      ) => {
        const { log } = httpAdapter.getInstance<FastifyInstance>();
        const url = config.DATABASE_DIRECT_URL ?? (dataSource.options as { readonly url: string }).url;
        return new ScheduledBackups(
          new BackupFolder(config.BACKUP_DIR!),
          { everyHours: config.BACKUP_EVERY, keep: config.BACKUP_KEEP },
          (options) => writeBackup({ url, release: version, lock: BACKUP_LOCK, ...options }),
          {
            clock,
            info: (line) => log.info({ context: ScheduledBackups.name }, line),
            onDue: (at) => observer.backupDue(at),
          },
        );
      },
    },
  ],
})
export class BackupModule {}
