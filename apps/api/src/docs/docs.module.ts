import { Module } from '@nestjs/common';
import { CONFIG } from '../ambient.module';
import type { Config } from '../config';
import { Docs, DocsController } from './docs.controller';
import { openApiDocument } from './openapi';

@Module({
  controllers: [DocsController],
  providers: [
    { provide: Docs, inject: [CONFIG], useFactory: (config: Config) => new Docs(openApiDocument(config)) },
  ],
})
export class DocsModule {}
