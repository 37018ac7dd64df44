import { Module } from '@nestjs/common';
import { CONFIG } from '../ambient.module';
import type { Config } from '../config';
import { assets } from '../web/assets';
import { Docs, DocsController } from './docs.controller';
import { openApiDocument } from './openapi';

@Module({
  controllers: [DocsController],
  providers: [
    {
      provide: Docs,
      inject: [CONFIG],
      useFactory: (config: Config) =>
        new Docs(openApiDocument(config), assets()?.filesOf('src/docs/docs.tsx') ?? null),
    },
  ],
})
export class DocsModule {}
