import { InMemoryStats } from './in-memory-stats';
import { statsContract } from './stats.contract';

statsContract('in memory', async () => {
  const stats = new InMemoryStats();
  return {
    stats,
    add: async (item) => void stats.items.push(item),
    change: async (...change) => stats.change(...change),
  };
});
