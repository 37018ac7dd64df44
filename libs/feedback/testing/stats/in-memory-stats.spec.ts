import { InMemoryStats } from './in-memory-stats';
import { statsContract } from './stats.contract';

statsContract('in memory', async () => {
  const stats = new InMemoryStats();
  return {
    stats,
    add: async (item) => void stats.items.push(item),
    deleteTag: async (accountId, name) => {
      for (const [i, item] of stats.items.entries())
        if (item.accountId === accountId)
          stats.items[i] = { ...item, tags: item.tags.filter((tag) => tag !== name) };
    },
    change: async (...change) => stats.change(...change),
  };
});
