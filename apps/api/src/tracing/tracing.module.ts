import { Global, Module, type DynamicModule, type Provider } from '@nestjs/common';
import { observeStatements } from '@libs/postgres';
import { DataSource } from 'typeorm';
import type { Tracing } from './tracing';

export const TRACING = Symbol('Tracing');

/** Connects tracing, if it is on, to the database and to webhooks. */
@Global()
@Module({})
export class TracingModule {
  static with(tracing: Tracing | null): DynamicModule {
    return {
      module: TracingModule,
      providers: [{ provide: TRACING, useValue: tracing }, ...(tracing ? [statementTracing(tracing)] : [])],
      exports: [TRACING],
    };
  }
}

const statementTracing = ({ statements }: Tracing): Provider => ({
  provide: Symbol('StatementTracing'),
  inject: [DataSource],
  useFactory: (dataSource: DataSource) => {
    observeStatements(dataSource, statements);
    return statements;
  },
});
