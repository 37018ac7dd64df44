import { feedbackExporterContract } from './feedback-exporter.contract';
import { InMemoryFeedbackExporter } from './in-memory-feedback-exporter';
import { InMemoryFeedbackRepository } from '../items/in-memory-feedback-repository';

feedbackExporterContract('in memory', async () => {
  const items = new InMemoryFeedbackRepository();
  return { items, exporter: new InMemoryFeedbackExporter(items) };
});
