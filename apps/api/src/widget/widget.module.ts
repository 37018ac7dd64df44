import { Module, type DynamicModule } from '@nestjs/common';
import type { WidgetFiles } from './widget-files';
import { WIDGET, WidgetController } from './widget.controller';

/** `/widget.js`, for pages of others; what people send with it goes to the form. */
@Module({})
export class WidgetModule {
  static with(files: WidgetFiles | null): DynamicModule {
    return {
      module: WidgetModule,
      controllers: [WidgetController],
      providers: [{ provide: WIDGET, useValue: files }],
    };
  }
}
