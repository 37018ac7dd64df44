import { deliveryLogContract, deliveryQueueContract, endpointRepositoryContract, webhooksInMemory } from '.';

endpointRepositoryContract('in memory', async () => webhooksInMemory());
deliveryLogContract('in memory', async () => webhooksInMemory());
deliveryQueueContract('in memory', async () => webhooksInMemory());
