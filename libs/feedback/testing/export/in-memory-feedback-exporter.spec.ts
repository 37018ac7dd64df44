import { exportProperties } from './export.properties';
import { feedbackExporterContract } from './feedback-exporter.contract';
import { InMemoryFeedbackExporter } from './in-memory-feedback-exporter';
import { InMemoryFeedbackRepository } from '../items/in-memory-feedback-repository';

const adapters = async () => {
  const items = new InMemoryFeedbackRepository();
  return { items, exporter: new InMemoryFeedbackExporter(items) };
};
feedbackExporterContract('in memory', adapters);
exportProperties('in memory', adapters, 50);
