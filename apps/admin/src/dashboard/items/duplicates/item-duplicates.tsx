import type { Item } from '@libs/contract';
import { Button, Text } from '@mantine/core';
import { useEffect, useId } from 'react';
import { t } from '../../../messages';
import { ErrorState } from '../../../ui/states/error-state';
import { LoadingRows } from '../../../ui/states/loading-rows';
import { useItems, type ItemListQuery } from '../../api/items/item-queries';
import { useMayDo } from '../../api/team/role';
import { ItemLinks } from '../item-links';
import { useHiddenItems } from '../mutations/item-mutations';
import { useItemActions } from '../mutations/use-item-actions';
import styles from './duplicates.module.css';
import { focusNextRow } from './focus-next-row';
import { unmergeEdit } from './merge-edits';

const texts = t.duplicates;

/** Lists the duplicates of an item, each with a button to unmerge it. */
export function ItemDuplicates({ item }: { readonly item: Item }) {
  const heading = useId();
  const list = useItems({ merged_into: item.id, sort: '-created_at' });
  // Rows can be added immediately: the list is short, and changes only with merges.
  const { freshCount, showFresh } = list;
  useEffect(() => {
    if (freshCount > 0) showFresh();
  });
  return (
    <section className={styles.section} aria-labelledby={heading}>
      <h2 id={heading} className={styles.heading}>
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
  return (
    <>
      <ItemLinks
        items={list.rows.filter(({ id }) => !hidden.has(id))}
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
      {list.isFetchNextPageError && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {t.inbox.moreFailed}
        </Text>
      )}
      {list.hasNextPage && (
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
