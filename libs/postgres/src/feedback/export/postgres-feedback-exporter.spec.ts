import { exportProperties, feedbackExporterContract } from '@libs/feedback/testing';
import { sharedDataSource } from '../../../testing';
import { TypeOrmFeedbackRepository } from '../items/typeorm-feedback-repository';
import { PostgresFeedbackExporter } from './postgres-feedback-exporter';

const adapters = async () => {
  const dataSource = await sharedDataSource();
  return {
    items: new TypeOrmFeedbackRepository(dataSource),
    exporter: new PostgresFeedbackExporter(dataSource),
  };
};
feedbackExporterContract('PostgreSQL', adapters);
exportProperties('PostgreSQL', adapters, 12);
