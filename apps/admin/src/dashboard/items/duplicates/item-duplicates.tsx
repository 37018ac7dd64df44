import type { Item } from '@libs/contract';
import { Button, Text } from '@mantine/core';
import { useEffect, useId, useState } from 'react';
import { t } from '../../../messages';
import { ErrorState } from '../../../ui/states/error-state';
import { LoadingRows } from '../../../ui/states/loading-rows';
import { useItems, type ItemListQuery } from '../../api/items/item-queries';
import { useMayDo } from '../../api/team/role';
import { ItemLinks } from '../links/item-links';
import { useHiddenItems } from '../mutations/item-mutations';
import { useItemActions } from '../mutations/use-item-actions';
import styles from './duplicates.module.css';
import { focusNextRow } from './focus-next-row';
import { unmergeEdit } from './merge-edits';

const texts = t.duplicates;
/** Number of duplicates that are shown before the list is unfolded. */
const FOLDED_MAX = 5;

/** ID of the heading, which the number of requests refers to. */
export const DUPLICATES_ID = 'duplicates';

/** Lists the duplicates of an item, each with a button to unmerge it. A long list is folded. */
export function ItemDuplicates({ item }: { readonly item: Item }) {
  const list = useItems({ merged_into: item.id, sort: '-created_at' });
  // Rows can be added immediately: the list is short, and changes only with merges.
  const { freshCount, showFresh } = list;
  useEffect(() => {
    if (freshCount.count > 0) showFresh();
  });
  return (
    <section className={styles.section} aria-labelledby={DUPLICATES_ID}>
      <h2 id={DUPLICATES_ID} className={styles.heading} tabIndex={-1}>
        {texts.list(item.duplicate_count)}
      </h2>
      {list.isPending ? (
        <LoadingRows label={texts.listLoading} rows={Math.min(item.duplicate_count, 3)} />
      ) : list.data ? (
        <DuplicateRows item={item} list={list} />
      ) : (
        <ErrorState title={texts.listFailed} error={list.error} onRetry={() => void list.refetch()} />
      )}
    </section>
  );
}

function DuplicateRows({ item, list }: { readonly item: Item; readonly list: ItemListQuery }) {
  const { edit } = useItemActions();
  const mayChange = useMayDo('items.change');
  const hidden = useHiddenItems();
  const [isUnfolded, setUnfolded] = useState(false);
  const rowsId = useId();
  const rows = list.rows.filter(({ id }) => !hidden.has(id));
  const isFolded = !isUnfolded && rows.length > FOLDED_MAX;
  return (
    <>
      <ItemLinks
        id={rowsId}
        items={isFolded ? rows.slice(0, FOLDED_MAX) : rows}
        action={(duplicate) =>
          mayChange && (
            <Button
              size="compact-xs"
              variant="default"
              flex="none"
              aria-label={texts.unmergeItem(duplicate.title)}
              onClick={({ currentTarget }) => (
                focusNextRow(currentTarget),
                void edit([duplicate], unmergeEdit(item))
              )}
            >
              {texts.unmerge}
            </Button>
          )
        }
      />
      {rows.length > FOLDED_MAX && (
        <Button
          size="compact-sm"
          variant="subtle"
          aria-expanded={isUnfolded}
          aria-controls={rowsId}
          onClick={() => setUnfolded(!isUnfolded)}
        >
          {isUnfolded ? texts.fold : texts.unfold(item.duplicate_count)}
        </Button>
      )}
      {list.isFetchNextPageError && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {t.inbox.moreFailed}
        </Text>
      )}
      {list.hasNextPage && !isFolded && (
        <Button
          size="compact-sm"
          variant="default"
          loading={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {texts.more}
        </Button>
      )}
    </>
  );
}
