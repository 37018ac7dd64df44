import { useDebouncedValue } from '@mantine/hooks';
import { useId, useState, type KeyboardEvent } from 'react';
import { t } from '../../../messages';
import { ListboxDialog } from '../../../ui/listbox/listbox-dialog';
import { Option, OptionSearch } from '../../../ui/listbox/option-search';
import listbox from '../../../ui/listbox/listbox.module.css';
import { useActiveOption } from '../../../ui/listbox/use-active-option';
import { useFirstItems } from '../../api/items/item-queries';
import { toSearchQuery } from '../filters/item-filter';
import type { ItemEdit } from '../mutations/item-edits';
import { ItemOption } from '../links/item-option';
import { useHiddenItems } from '../mutations/item-mutations';
import { mergeEdit } from './merge-edits';
import { useSuggestedTargets, type MergeSource, type Target } from './suggested-targets';

const texts = t.duplicates;
const OFFERED_MAX = 8;
const DEBOUNCE_MS = 200;

interface Props extends MergeSource {
  /** Number of items to merge; can be more than `items`. */
  readonly count: number;
  readonly onEdit: (edit: ItemEdit) => unknown;
  readonly onClose: () => void;
}

/** Finds the item that others are merged into. */
export function MergeDialog(props: Props) {
  return (
    <ListboxDialog title={texts.dialog(props.count)} size="lg" onClose={props.onClose}>
      <TargetSearch {...props} />
    </ListboxDialog>
  );
}

function TargetSearch({ items, list, count, onEdit, onClose }: Props) {
  const heading = useId();
  const [text, setText] = useState('');
  const { q, title, targets, status, isCurrent } = useTargets({ items, list }, toSearchQuery(text));
  const merge = (target: Target) => {
    onClose();
    onEdit(mergeEdit(target));
  };
  const options = useActiveOption(targets, { onChoose: merge, keyOf: ({ id }) => id });
  const onKeyDown = (event: KeyboardEvent) => {
    // While a search runs, the first option isn't its result.
    if (event.key === 'Enter' && !isCurrent) event.preventDefault();
    else options.fieldProps.onKeyDown(event);
  };
  return (
    <OptionSearch
      options={{ ...options, fieldProps: { ...options.fieldProps, onKeyDown } }}
      label={texts.dialog(count)}
      placeholder={texts.placeholder(count)}
      value={text}
      onChange={setText}
      listLabel={texts.targets}
      isBusy={!isCurrent}
      status={status ?? texts.hint(count)}
    >
      {targets.length > 0 && (
        <div role="group" aria-labelledby={heading}>
          <div id={heading} className={listbox.group} role="presentation">
            {title}
          </div>
          {targets.map((target) => (
            <Option
              key={target.id}
              options={options}
              option={target}
              isSelected={target === options.active}
              aside={texts.requests(target.request_count)}
            >
              <ItemOption item={target} q={q} />
            </Option>
          ))}
        </div>
      )}
    </OptionSearch>
  );
}

/** The targets that match the text, or suggested ones without a text. Not current while a search for it runs. */
function useTargets(source: MergeSource, wanted: string) {
  const [q] = useDebouncedValue(wanted, DEBOUNCE_MS);
  const hidden = useHiddenItems();
  const suggested = useSuggestedTargets(source);
  const search = useFirstItems(q === '' ? null : { q, sort: '-request_count' });
  const [only, ...others] = source.items;
  const isOffered = ({ id }: Target) => !hidden.has(id) && (others.length > 0 || id !== only?.id);
  const found: readonly Target[] = q === '' ? suggested.targets : (search.data ?? []);
  const targets = found.filter(isOffered).slice(0, OFFERED_MAX);
  const isPending = q === '' ? suggested.isPending : search.isPending || search.isPlaceholderData;
  const isCurrent = q === wanted && !isPending;
  const isFailed = q !== '' && search.isError;
  const noneFound = isCurrent && q !== '' && targets.length === 0 ? texts.notFound : undefined;
  return {
    q: isCurrent ? q : '',
    title: q === '' ? suggested.title : texts.found,
    targets,
    isCurrent,
    status: isFailed ? texts.failed : isPending ? texts.loading : noneFound,
  };
}
