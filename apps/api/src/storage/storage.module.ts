import { Module } from '@nestjs/common';
import { StorageUseCases } from '@libs/accounts';
import { PostgresAccountStorage } from '@libs/postgres';
import { DataSource } from 'typeorm';
import { storageLimitsOf, type Config } from '../config';
import { OBSERVER, type Observer } from '../metrics/observer';
import { CONFIG } from '../shared.module';
import { FullAccounts } from './full-accounts';
import { StorageCounting } from './storage-counting';

/** Wires the storage limit of accounts on PostgreSQL. */
@Module({
  providers: [
    {
      provide: PostgresAccountStorage,
      inject: [DataSource],
      useFactory: (dataSource: DataSource) => new PostgresAccountStorage(dataSource),
    },
    {
      provide: FullAccounts,
      inject: [PostgresAccountStorage, OBSERVER],
      useFactory: (storage: PostgresAccountStorage, observer: Observer) =>
        new FullAccounts(storage, (accounts) => observer.storageFull(accounts)),
    },
    {
      provide: StorageCounting,
      inject: [PostgresAccountStorage, CONFIG],
      useFactory: (storage: PostgresAccountStorage, config: Config) =>
        new StorageCounting(storage, storageLimitsOf(config)),
    },
    {
      provide: StorageUseCases,
      inject: [PostgresAccountStorage, CONFIG],
      useFactory: (storage: PostgresAccountStorage, config: Config) =>
        new StorageUseCases(storage, storageLimitsOf(config)),
    },
  ],
  exports: [FullAccounts, PostgresAccountStorage, StorageUseCases],
})
export class StorageModule {}
