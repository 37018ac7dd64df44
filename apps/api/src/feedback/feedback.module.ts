import { Module } from '@nestjs/common';
import { FeedbackUseCases, QuarantineUseCases } from '@libs/feedback';
import { TypeOrmFeedbackRepository, TypeOrmQuarantineRepository } from '@libs/postgres';
import { DataSource } from 'typeorm';
import { clock, CONFIG, newId, SharedSecrets } from '../ambient.module';
import type { Config } from '../config';
import { CursorCodec } from './cursor';
import { FeedbackAddress, FeedbackController } from './feedback.controller';

/** The feedback context, wired to PostgreSQL; the form and later surfaces use the same use cases. */
@Module({
  controllers: [FeedbackController],
  providers: [
    {
      provide: FeedbackUseCases,
      inject: [DataSource],
      useFactory: (dataSource: DataSource) =>
        new FeedbackUseCases(new TypeOrmFeedbackRepository(dataSource), clock, newId),
    },
    {
      provide: QuarantineUseCases,
      inject: [DataSource],
      useFactory: (dataSource: DataSource) =>
        new QuarantineUseCases(new TypeOrmQuarantineRepository(dataSource), clock, newId),
    },
    {
      provide: CursorCodec,
      inject: [SharedSecrets],
      useFactory: (secrets: SharedSecrets) => new CursorCodec(secrets.cursor),
    },
    {
      provide: FeedbackAddress,
      inject: [CONFIG],
      useFactory: (config: Config) => new FeedbackAddress(`${config.PUBLIC_URL}/api/v1/feedback`),
    },
  ],
  exports: [FeedbackUseCases, QuarantineUseCases, CursorCodec],
})
export class FeedbackModule {}
