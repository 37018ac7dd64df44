import type { Item } from '@libs/contract';
import { Coins, Users, type LucideIcon } from 'lucide-react';
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
  const { request_count: count, request_value: value } = item;
  return (
    <>
      {showsCount(item) && (
        <Total label={t.requests.title(count)} Icon={Users}>
          {count < SHORT_MIN ? count.toLocaleString('en') : formatShort(count)}
        </Total>
      )}
      {showsValue(item) && (
        <Total label={t.requests.value(formatValue(value))} Icon={Coins}>
          {formatShort(value)}
        </Total>
      )}
    </>
  );
}

interface TotalProps {
  readonly label: string;
  readonly Icon: LucideIcon;
  readonly children: string;
}

function Total({ label, Icon, children }: TotalProps) {
  return (
    <span className={styles.total} role="img" aria-label={label} title={label}>
      <Icon size={13} />
      {children}
    </span>
  );
}
