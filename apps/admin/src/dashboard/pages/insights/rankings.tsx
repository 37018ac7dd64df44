import { useMostRequested } from '../../api/items/most-requested';
import { useStats } from '../../api/stats';
import { useHiddenItems } from '../../items/mutations/item-mutations';
import { t } from '../../../messages';
import { PendingSection } from './pending-section';
import type { RangeQuery } from './range';
import { mostRequested, topTags } from './ranking';
import { RankingSection } from './ranking-section';
import styles from './insights.module.css';

const texts = t.insights;

/** The most frequent tags of the range, and the items that the most people requested. */
export function Rankings({ range }: { readonly range: RangeQuery }) {
  return (
    <div className={styles.rankings}>
      <TopTags range={range} />
      <MostRequested />
    </div>
  );
}

function TopTags({ range }: { readonly range: RangeQuery }) {
  // Only the totals are shown, so long buckets are enough.
  const stats = useStats({ ...range, interval: 'month', metric: 'created', by: 'tag' });
  const { data, isPlaceholderData } = stats;
  if (!data) return <PendingSection title={texts.tags.title} query={stats} />;
  const fileName = `feedback-tags-${data.from}-${data.to}.csv`;
  return (
    <RankingSection texts={texts.tags} fileName={fileName} rows={topTags(data)} isBusy={isPlaceholderData} />
  );
}

function MostRequested() {
  const hidden = useHiddenItems();
  const items = useMostRequested();
  if (!items.data) return <PendingSection title={texts.requested.title} query={items} />;
  const rows = mostRequested(items.data.filter(({ id }) => !hidden.has(id)));
  return <RankingSection texts={texts.requested} fileName="feedback-most-requested.csv" rows={rows} />;
}
