import { randomBytes } from 'node:crypto';
import { Global, Module, type DynamicModule } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { Clock } from '@libs/kernel';
import { hasSharedSecrets, sharedSecret } from '@libs/postgres';
import { SecretBox, UnknownEncryptionKeyError } from '@libs/webhooks';
import { DataSource } from 'typeorm';
import { ConfigError, PublicUrls, type Config } from './config';
import { encryptionKeys, LOST_KEY } from './webhooks/sending/encryption-keys';

export const CONFIG = Symbol('Config');

export const clock: Clock = () => new Date();

/** Secrets that all instances on one database share. They are created once and stored there, encrypted. */
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

/** Without its secrets, an instance would accept no link or cursor of others. @throws ConfigError if the key is another one */
async function secretOf(database: DataSource, box: SecretBox, name: string): Promise<Buffer> {
  try {
    return await sharedSecret(database, box, name);
  } catch (error) {
    if (!(error instanceof UnknownEncryptionKeyError)) throw error;
    throw new ConfigError([`SECRET_ENCRYPTION_KEY: ${error.message}. ${LOST_KEY}`]);
  }
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
        { provide: PublicUrls, useValue: new PublicUrls(config.PUBLIC_URL) },
        {
          provide: SharedSecrets,
          inject: [DataSource, SecretBox],
          useFactory: async (database: DataSource, box: SecretBox) =>
            new SharedSecrets(
              await secretOf(database, box, 'cursor'),
              await secretOf(database, box, 'form'),
              await secretOf(database, box, 'device'),
              await secretOf(database, box, 'client'),
              await secretOf(database, box, 'unsubscribe'),
            ),
        },
        {
          provide: SecretBox,
          inject: [DataSource],
          useFactory: async (database: DataSource) => {
            const { current, previous } = await encryptionKeys(config, () => hasSharedSecrets(database));
            return new SecretBox(randomBytes, current, previous);
          },
        },
      ],
      exports: [CONFIG, PublicUrls, SecretBox, SharedSecrets],
    };
  }
}
