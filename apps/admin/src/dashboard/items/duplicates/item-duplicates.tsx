import type { Item } from '@libs/contract';
import { Button, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { t } from '../../../messages';
import { ErrorState } from '../../../ui/states/error-state';
import { LoadingRows } from '../../../ui/states/loading-rows';
import { Note } from '../../../ui/states/note';
import { StatusIcon } from '../../../ui/status-icon';
import { rereadItem, showItem, useItem, useItems } from '../../api/items/item-queries';
import { useItemActions } from '../mutations/use-item-actions';
import styles from './duplicates.module.css';
import { unmergeEdit } from './merge-edits';

const texts = t.duplicates;

/** Names the item that this one is a duplicate of. */
export function MergedNote({ item, target }: { readonly item: Item; readonly target: string }) {
  const title = useItem(target).data?.title;
  const unmerge = useUnmerge();
  return (
    <Note tone="info">
      {texts.mergedInto} <Link to={itemPath(target)}>{title === undefined ? '…' : `“${title}”`}</Link>.{' '}
      {texts.readOnly}
      <div>
        <Button
          mt="xs"
          size="compact-sm"
          variant="default"
          onClick={() => unmerge(item, { id: target, title: title ?? '' })}
        >
          {texts.unmerge}
        </Button>
      </div>
    </Note>
  );
}

/** Lists the duplicates of an item. */
export function DuplicateList({ item }: { readonly item: Item }) {
  const list = useItems({ merged_into: item.id, sort: '-created_at' });
  const unmerge = useUnmerge();
  return (
    <section className={styles.section} aria-labelledby="duplicates">
      <h3 id="duplicates" className={styles.heading}>
        {texts.list(item.duplicate_count)}
      </h3>
      {list.isPending ? (
        <LoadingRows label={t.inbox.loading} rows={Math.min(item.duplicate_count, 3)} />
      ) : !list.data ? (
        <ErrorState title={texts.listFailed} error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <ul className={styles.list}>
          {list.rows.map((duplicate) => (
            <li key={duplicate.id} className={styles.row}>
              <Link to={itemPath(duplicate.id)} className={styles.target}>
                <StatusIcon status={duplicate.status} size={14} />
                <span className={styles.title}>{duplicate.title}</span>
              </Link>
              <Button
                size="compact-xs"
                variant="subtle"
                color="gray"
                flex="none"
                aria-label={texts.unmergeItem(duplicate.title)}
                onClick={() => unmerge(duplicate, item)}
              >
                {texts.unmerge}
              </Button>
            </li>
          ))}
        </ul>
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
      {list.isFetchNextPageError && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {t.inbox.moreFailed}
        </Text>
      )}
    </section>
  );
}

const itemPath = (id: string) => `/inbox?${new URLSearchParams({ item: id })}`;

/** The counts of the target change, too. */
function useUnmerge() {
  const queryClient = useQueryClient();
  const { edit } = useItemActions();
  return (item: Item, target: Pick<Item, 'id' | 'title'>) =>
    void edit([item], unmergeEdit(target)).then(async () =>
      showItem(queryClient, await rereadItem(target.id)),
    );
}
