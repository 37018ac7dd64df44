import { feedbackExporterContract } from '@libs/feedback/testing';
import { testDataSource } from '../../../testing';
import { TypeOrmFeedbackRepository } from '../items/typeorm-feedback-repository';
import { PostgresFeedbackExporter } from './postgres-feedback-exporter';

feedbackExporterContract('PostgreSQL', async () => {
  const dataSource = await testDataSource();
  return {
    items: new TypeOrmFeedbackRepository(dataSource),
    exporter: new PostgresFeedbackExporter(dataSource),
  };
});
