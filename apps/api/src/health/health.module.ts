import { Logger, Module } from '@nestjs/common';
import { schemaProblem } from '@libs/postgres';
import { DataSource } from 'typeorm';
import { reasonOf } from '../reason-of';
import { HealthController } from './health.controller';
import { Readiness } from './readiness';

/** The reason why the database can't be used, or null. */
const problemOf = (dataSource: DataSource): Promise<string | null> =>
  schemaProblem(dataSource).catch(reasonOf);

@Module({
  controllers: [HealthController],
  providers: [
    {
      provide: Readiness,
      inject: [DataSource],
      useFactory: (dataSource: DataSource) =>
        new Readiness(() => problemOf(dataSource), new Logger('Readiness')),
    },
  ],
})
export class HealthModule {}
