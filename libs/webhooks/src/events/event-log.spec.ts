import { eventLogContract, InMemoryEventLog } from '../../testing';

eventLogContract('in memory', async () => {
  const log = new InMemoryEventLog();
  return {
    log,
    append: async (accountId, ...events) => log.append(accountId, ...events),
    dropAll: async () => log.dropAll(),
  };
});
