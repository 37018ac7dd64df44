import { Module, type DynamicModule } from '@nestjs/common';
import type { CliPackage } from './cli-package';
import { CLI_PACKAGE, CliController } from './cli.controller';

/** `/cli.tgz`, so that a service brings the command line tool that fits it. */
@Module({})
export class CliModule {
  static with(cli: CliPackage | null): DynamicModule {
    return {
      module: CliModule,
      controllers: [CliController],
      providers: [{ provide: CLI_PACKAGE, useValue: cli }],
    };
  }
}
