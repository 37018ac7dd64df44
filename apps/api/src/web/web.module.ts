import { Module, type DynamicModule } from '@nestjs/common';
import type { Assets } from '../http/assets';
import { BUILT, WebController } from './web.controller';

/** The dashboard's page and every built file, outside of the API because there is nobody's data in them. */
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
