import { Module } from '@nestjs/common';
import { CONFIG } from '../shared.module';
import type { Config } from '../config';
import { assets } from '../http/assets';
import { Docs, ReferenceController } from './reference.controller';
import { openApiDocument } from './openapi-document';

@Module({
  controllers: [ReferenceController],
  providers: [
    {
      provide: Docs,
      inject: [CONFIG],
      useFactory: (config: Config) =>
        new Docs(
          () => openApiDocument(config),
          assets()?.filesOf('src/reference/docs.tsx') ?? null,
          config.PUBLIC_URL,
        ),
    },
  ],
})
export class ReferenceModule {}
