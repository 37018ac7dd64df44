import type { Item } from '@libs/contract';
import { Coins, Users } from 'lucide-react';
import { t } from '../../../messages';
import { formatShort, formatValue } from './format-value';
import styles from './requests.module.css';

type Totals = Pick<Item, 'request_count' | 'request_value'>;

/** From this number on, the exact one is only in the tooltip. */
const SHORT_MIN = 10_000;

const showsCount = ({ request_count: count }: Totals): boolean => count > 1;
const showsValue = ({ request_value: value }: Totals): boolean => value > 0;
export const hasRequestTotals = (item: Totals): boolean => showsCount(item) || showsValue(item);

/** How many ask for an item, and their value, in a list. */
export function RequestTotals({ item }: { readonly item: Totals }) {
  const count = t.requests.title(item.request_count);
  const value = t.requests.value(formatValue(item.request_value));
  return (
    <>
      {showsCount(item) && (
        <span className={styles.total} role="img" aria-label={count} title={count}>
          <Users size={13} />
          {item.request_count < SHORT_MIN
            ? item.request_count.toLocaleString('en')
            : formatShort(item.request_count)}
        </span>
      )}
      {showsValue(item) && (
        <span className={styles.total} role="img" aria-label={value} title={value}>
          <Coins size={13} />
          {formatShort(item.request_value)}
        </span>
      )}
    </>
  );
}
