import { feedbackBatchContract } from '../batch/batch.contract';
import { feedbackOperationsContract } from '../batch/operations.contract';
import { duplicatesContract } from '../duplicates/duplicates.contract';
import { duplicatesProperties } from '../duplicates/duplicates.properties';
import { inMemoryAdapters } from '../lists/in-memory-adapters';
import { itemListsContract } from '../lists/list.contract';
import { itemListsProperties } from '../lists/list.properties';
import { feedbackRepositoryContract } from './feedback-repository.contract';
import { InMemoryFeedbackRepository } from './in-memory-feedback-repository';

const repository = async () => new InMemoryFeedbackRepository();
const adapters = async () => inMemoryAdapters();

feedbackRepositoryContract('in memory', repository);
itemListsContract('in memory', adapters);
feedbackBatchContract('in memory', repository);
feedbackOperationsContract('in memory', repository);
duplicatesContract('in memory', adapters);

itemListsProperties('in memory', adapters, 100);
duplicatesProperties('in memory', adapters, 50);
