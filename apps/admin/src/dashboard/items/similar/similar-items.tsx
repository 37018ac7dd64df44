import type { Item } from '@libs/contract';
import { Button } from '@mantine/core';
import { t } from '../../../messages';
import { useSimilarItems } from '../../api/items/similar-queries';
import { focusNextRow } from '../duplicates/focus-next-row';
import { useMergeInto } from '../duplicates/use-merge-into';
import { ItemLinks } from '../links/item-links';
import { useVisible } from '../mutations/item-mutations';
import { PanelSection } from '../panel-section';

/** Items that may be duplicates of an item, each with a button to merge it. Shows nothing if there are none. */
export function SimilarItems({ item }: { readonly item: Item }) {
  const items = useVisible(useSimilarItems(item));
  const merge = useMergeInto(item);
  if (items.length === 0) return null;
  return (
    <PanelSection title={t.items.similar.title}>
      <ItemLinks
        items={items}
        action={({ id, title }) => {
          const label = t.duplicates.mergeItem(title, item.title);
          return (
            <Button
              size="compact-xs"
              variant="default"
              flex="none"
              title={label}
              aria-label={label}
              onClick={({ currentTarget }) => (focusNextRow(currentTarget), void merge(id))}
            >
              {t.duplicates.button}
            </Button>
          );
        }}
      />
    </PanelSection>
  );
}
