// at apps/api/src/feedback/example.module.ts
import { Module } from '@nestjs/common';
import { FeedbackUseCases } from '@libs/feedback';
import { TypeOrmFeedbackRepository } from '@libs/postgres';
import { DataSource } from 'typeorm';

@Module({ providers: [FeedbackUseCases, TypeOrmFeedbackRepository, DataSource] })
export class ExampleModule {}
