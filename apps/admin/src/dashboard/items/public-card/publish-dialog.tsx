import type { Item } from '@libs/contract';
import { CardDialog } from './dialog/card-dialog';
import { SeveralDialog } from './several/several-dialog';

interface Props {
  readonly items: readonly Item[];
  /** Number of selected items; can be more than `items`. */
  readonly count: number;
  readonly onClose: () => void;
}

/** Publishes one item with a title and a text, or several with their titles. */
export function PublishDialog({ items, count, onClose }: Props) {
  const [only, ...others] = items;
  return only && others.length === 0 && count === 1 ? (
    <CardDialog item={only} onClose={onClose} />
  ) : (
    <SeveralDialog items={items} count={count} onClose={onClose} />
  );
}
