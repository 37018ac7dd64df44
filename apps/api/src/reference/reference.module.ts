import { Module } from '@nestjs/common';
import { CONFIG } from '../shared.module';
import type { Config } from '../config';
import { assets } from '../web/assets';
import { Docs, DocsController } from './reference.controller';
import { openApiDocument } from './openapi-document';

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
