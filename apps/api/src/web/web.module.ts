import { Module, type DynamicModule } from '@nestjs/common';
import type { Assets } from '../http/assets';
import { BUILT, WebController } from './web.controller';

/** Serves the page of the dashboard and all built files. They are public and contain no account data. */
@Module({})
export class WebModule {
  static with(assets: Assets | null): DynamicModule {
    return {
      module: WebModule,
      controllers: [WebController],
      providers: [{ provide: BUILT, useValue: assets }],
    };
  }
}
