import { feedbackBatchContract } from '../batch/batch.contract';
import { duplicatesContract } from '../duplicates/duplicates.contract';
import { duplicatesProperties } from '../duplicates/duplicates.properties';
import { feedbackFilterContract } from '../lists/filter.contract';
import { feedbackListContract } from '../lists/list.contract';
import { feedbackListProperties } from '../lists/list.properties';
import { feedbackRepositoryContract } from './feedback-repository.contract';
import { InMemoryFeedbackRepository } from './in-memory-feedback-repository';

const repository = async () => new InMemoryFeedbackRepository();

feedbackRepositoryContract('in memory', repository);
feedbackListContract('in memory', repository);
feedbackBatchContract('in memory', repository);
duplicatesContract('in memory', repository);

const withTags = async () => {
  const items = new InMemoryFeedbackRepository();
  return { items, tags: items.tags };
};
feedbackFilterContract('in memory', withTags);
feedbackListProperties('in memory', withTags, 100);
duplicatesProperties('in memory', repository, 50);
