import { Module, type DynamicModule } from '@nestjs/common';
import type { NpmPackages } from './npm-package';
import { NPM_PACKAGES, PackagesController } from './packages.controller';

/** Serves `/cli.tgz` and `/client.tgz`: the command line tool and the client of the same version as the service. */
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
