import { Module, type BeforeApplicationShutdown } from '@nestjs/common';
import { isMigrated } from '@libs/postgres';
import { DataSource } from 'typeorm';
import { HealthController, Readiness } from './health.controller';

class DatabaseReadiness implements Readiness, BeforeApplicationShutdown {
  private draining = false;

  constructor(private readonly dataSource: DataSource) {}

  async isReady(): Promise<boolean> {
    return !this.draining && (await isMigrated(this.dataSource).catch(() => false));
  }

  beforeApplicationShutdown(): void {
    this.draining = true;
  }
}

@Module({
  controllers: [HealthController],
  providers: [
    {
      provide: Readiness,
      inject: [DataSource],
      useFactory: (dataSource: DataSource) => new DatabaseReadiness(dataSource),
    },
  ],
})
export class HealthModule {}
