import { Module } from '@nestjs/common';
import { Docs, ReferenceController } from './reference.controller';

@Module({ controllers: [ReferenceController], providers: [Docs] })
export class ReferenceModule {}
