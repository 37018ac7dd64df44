import type { Item } from '@libs/contract';
import { Button } from '@mantine/core';
import { useEffect, useId, useState } from 'react';
import { t } from '../../../messages';
import { QueryState } from '../../../ui/states/query-state';
import { MoreButton } from '../../../ui/states/more-button';
import { useItems, type ItemListQuery } from '../../api/items/item-queries';
import { useMayDo } from '../../api/team/role';
import { ItemLinks } from '../links/item-links';
import { useVisible } from '../mutations/item-mutations';
import { PanelSection } from '../panel-section';
import { useItemActions } from '../mutations/use-item-actions';
import { focusNextRow } from './focus-next-row';
import { unmergeEdit } from './merge-edits';

const texts = t.duplicates;
/** Number of duplicates that are shown before the list is unfolded. */
const FOLDED_MAX = 5;

/** ID of the heading, which the number of requests refers to. */
export const DUPLICATES_ID = 'duplicates';

/** Lists the duplicates of an item, each with a button to unmerge it. A long list is folded. */
export function ItemDuplicates({ item }: { readonly item: Item }) {
  const { list, rows, freshCount, showFresh } = useItems({ merged_into: item.id, sort: '-created_at' });
  // Rows can be added immediately: the list is short, and changes only with merges.
  useEffect(() => {
    if (freshCount.count > 0) showFresh();
  });
  return (
    <PanelSection title={texts.list(item.duplicate_count)} titleId={DUPLICATES_ID}>
      <QueryState
        query={list}
        loading={texts.listLoading}
        rows={Math.min(item.duplicate_count, 3)}
        failed={texts.listFailed}
      >
        {() => <DuplicateRows item={item} list={list} loadedRows={rows} />}
      </QueryState>
    </PanelSection>
  );
}

interface RowsProps {
  readonly item: Item;
  readonly list: ItemListQuery;
  readonly loadedRows: readonly Item[];
}

function DuplicateRows({ item, list, loadedRows }: RowsProps) {
  const { edit } = useItemActions();
  const mayChange = useMayDo('items.change');
  const [isUnfolded, setUnfolded] = useState(false);
  const rowsId = useId();
  const rows = useVisible(loadedRows);
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
      {!isFolded && (
        <MoreButton list={list} size="compact-sm" failed={t.inbox.moreFailed}>
          {texts.more}
        </MoreButton>
      )}
    </>
  );
}
