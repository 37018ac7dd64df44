import { InMemoryViewRepository } from './in-memory-view-repository';
import { viewRepositoryContract } from './view-repository.contract';

viewRepositoryContract('in memory', async () => new InMemoryViewRepository());
