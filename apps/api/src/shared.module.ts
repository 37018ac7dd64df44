import { randomBytes } from 'node:crypto';
import { Global, Module, type DynamicModule } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { Clock } from '@libs/kernel';
import { sharedSecret } from '@libs/postgres';
import { SecretBox } from '@libs/webhooks';
import { DataSource } from 'typeorm';
import type { Config } from './config';
import { encryptionKeys } from './webhooks/encryption-keys';

export const CONFIG = Symbol('Config');

export const clock: Clock = () => new Date();

/** Secrets that all instances on one database share. They are created once and stored there. */
export class SharedSecrets {
  constructor(
    readonly cursor: Uint8Array,
    readonly form: Uint8Array,
    readonly device: Uint8Array,
    /** Hides the names of clients in counts. */
    readonly client: Uint8Array,
    /** Signs links that turn off messages. */
    readonly unsubscribe: Uint8Array,
  ) {}
}

/** Providers for every module: the configuration, the database, and the secrets. */
@Global()
@Module({})
export class SharedModule {
  static with(config: Config, dataSource: DataSource): DynamicModule {
    return {
      module: SharedModule,
      imports: [
        // Opened and migrated before the application is created, and closed with it after the last request.
        TypeOrmModule.forRootAsync({
          useFactory: () => dataSource.options,
          dataSourceFactory: async () => dataSource,
        }),
      ],
      providers: [
        { provide: CONFIG, useValue: config },
        {
          provide: SharedSecrets,
          inject: [DataSource],
          useFactory: async (database: DataSource) =>
            new SharedSecrets(
              await sharedSecret(database, 'cursor'),
              await sharedSecret(database, 'form'),
              await sharedSecret(database, 'device'),
              await sharedSecret(database, 'client'),
              await sharedSecret(database, 'unsubscribe'),
            ),
        },
        {
          provide: SecretBox,
          useFactory: async () => {
            const { current, previous } = await encryptionKeys(config);
            return new SecretBox(randomBytes, current, previous);
          },
        },
      ],
      exports: [CONFIG, SecretBox, SharedSecrets],
    };
  }
}
