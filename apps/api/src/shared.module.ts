import { Global, Module, type DynamicModule, type Provider } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Config } from './config';
import { OBSERVER, type Observer } from './metrics/observer';

export const CONFIG = Symbol('Config');

/** Objects by name, without those that the configuration turns off. */
type Context = Readonly<Record<string, object | null | undefined>>;

export interface Shared {
  readonly config: Config;
  readonly dataSource: DataSource;
  readonly observer: Observer;
  readonly contexts: readonly Context[];
}

/** Providers for every module: the configuration, the database, and the objects of the contexts. */
@Global()
@Module({})
export class SharedModule {
  static with({ config, dataSource, observer, contexts }: Shared): DynamicModule {
    const providers = [
      { provide: CONFIG, useValue: config },
      { provide: OBSERVER, useValue: observer },
      ...byClass(contexts),
    ];
    return {
      module: SharedModule,
      imports: [
        // Opened and migrated before the application is created, and closed with it after the last request.
        TypeOrmModule.forRootAsync({
          useFactory: () => dataSource.options,
          dataSourceFactory: async () => dataSource,
        }),
      ],
      providers,
      exports: providers,
    };
  }
}

/** Provides each object by its class, so that it can be injected, and NestJS starts and stops it. */
export function byClass(contexts: readonly Context[]): Provider[] {
  const objects = contexts.flatMap((context) => Object.values(context)).filter((object) => !!object);
  const classes = objects.map(({ constructor }) => constructor);
  const repeated = classes.find((type, i) => classes.indexOf(type) !== i);
  if (repeated) throw new Error(`Two objects have the class ${repeated.name}`);
  return objects.map((object) => ({ provide: object.constructor, useValue: object }));
}
