import type { Item } from '@libs/contract';
import { Globe } from 'lucide-react';
import { t } from '../../../messages';
import styles from './public-mark.module.css';

type Props = { readonly item: Pick<Item, 'public' | 'merged_into'> };

/** The card of a merged item is not shown. */
const isShownPublicly = ({ public: card, merged_into: target }: Props['item']): boolean =>
  card !== null && target === null;

/** Says that an item is public, in lists and in its panel. */
export function PublicMark({ item }: Props) {
  if (!isShownPublicly(item)) return null;
  return (
    <span className={styles.mark} role="img" aria-label={t.publicCard.mark} title={t.publicCard.mark}>
      <Globe size={13} />
    </span>
  );
}
