import { Module, type DynamicModule } from '@nestjs/common';
import type { NpmPackages } from './npm-package';
import { NPM_PACKAGES, PackagesController } from './packages.controller';

/** `/cli.tgz` and `/client.tgz`, so that a service brings the command line tool and the client that fit it. */
@Module({})
export class PackagesModule {
  static with(packages: NpmPackages): DynamicModule {
    return {
      module: PackagesModule,
      controllers: [PackagesController],
      providers: [{ provide: NPM_PACKAGES, useValue: packages }],
    };
  }
}
