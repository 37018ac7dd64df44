import { Module, type DynamicModule } from '@nestjs/common';
import type { WidgetFiles } from './widget-files';
import { WIDGET, WidgetController } from './widget.controller';

/** Serves `/widget.js`, which submits to the form, and the embeds. */
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
