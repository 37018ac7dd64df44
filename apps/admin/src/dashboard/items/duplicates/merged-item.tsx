import type { Item } from '@libs/contract';
import { Button } from '@mantine/core';
import { t } from '../../../messages';
import { Note } from '../../../ui/states/note';
import { useMayDo } from '../../api/team/role';
import { useItem } from '../../api/items/item-queries';
import { ItemLink } from '../links/item-links';
import { FixedTexts } from '../fixed-texts';
import { useItemActions } from '../mutations/use-item-actions';
import { unmergeEdit } from './merge-edits';

const texts = t.duplicates;

/** The texts of a merged item, which is read-only, with a link to its target. */
export function MergedItem({ item, target }: { readonly item: Item; readonly target: string }) {
  const { edit } = useItemActions();
  const mayChange = useMayDo('items.change');
  const { data, isError } = useItem(target);
  const title = data?.title ?? texts.anotherItem;
  return (
    <>
      <Note
        tone="info"
        action={
          mayChange && (
            <Button
              size="compact-sm"
              variant="default"
              onClick={({ currentTarget }) => (
                currentTarget.closest<HTMLElement>('[data-panel]')?.focus(),
                void edit([item], unmergeEdit({ title }))
              )}
            >
              {texts.unmerge}
            </Button>
          )
        }
      >
        {texts.mergedInto}{' '}
        {isError ? (
          texts.anotherItem
        ) : (
          <ItemLink id={target}>{data ? texts.title(data.title) : '…'}</ItemLink>
        )}
        . {mayChange && texts.readOnly}
      </Note>
      <FixedTexts item={item} />
    </>
  );
}
