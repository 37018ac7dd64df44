import { exportProperties, feedbackExporterContract } from '@libs/feedback/testing';
import { sharedDataSource } from '../../../testing';
import { PostgresFeedbackRepository } from '../items/postgres-feedback-repository';
import { PostgresFeedbackExporter } from './postgres-feedback-exporter';

const adapters = async () => {
  const dataSource = await sharedDataSource();
  return {
    items: new PostgresFeedbackRepository(dataSource),
    exporter: new PostgresFeedbackExporter(dataSource),
  };
};
feedbackExporterContract('PostgreSQL', adapters);
exportProperties('PostgreSQL', adapters, 12);
