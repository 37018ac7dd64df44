import type { Item } from '@libs/contract';
import { DEFAULT_SORT } from '@libs/feedback';
import { Modal } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../../messages';
import listbox from '../../../ui/listbox/listbox.module.css';
import { useActiveOption } from '../../../ui/listbox/use-active-option';
import { StatusIcon } from '../../../ui/status-icon';
import { rereadItem, showItem, useFoundItems } from '../../api/items/item-queries';
import { toSearchQuery } from '../filters/item-filter';
import type { ItemEdit } from '../mutations/item-edits';
import { byRequests, mergeEdit } from './merge-edits';
import styles from './duplicates.module.css';

const texts = t.duplicates;
/** Results of the search, and selected items, that are offered. */
const OFFERED_MAX = 8;
const DEBOUNCE_MS = 200;

interface Props {
  /** The items to merge. One of them can be the target. */
  readonly items: readonly Item[];
  /** Number of items to merge; can be more than `items`. */
  readonly count: number;
  readonly onEdit: (edit: ItemEdit) => Promise<void>;
  readonly onClose: () => void;
}

/** Finds the item that others are merged into. */
export function MergeDialog({ items, count, onEdit, onClose }: Props) {
  return (
    <Modal
      opened
      onClose={onClose}
      title={texts.dialog(count)}
      withCloseButton={false}
      yOffset="12vh"
      size="lg"
      classNames={{ header: 'visually-hidden', body: listbox.body }}
    >
      <TargetSearch items={items} count={count} onEdit={onEdit} onClose={onClose} />
    </Modal>
  );
}

function TargetSearch({ items, count, onEdit, onClose }: Props) {
  const queryClient = useQueryClient();
  const [text, setText] = useState('');
  const [q] = useDebouncedValue(toSearchQuery(text), DEBOUNCE_MS);
  const search = useFoundItems(q === '' ? null : { q, sort: DEFAULT_SORT });
  const isMany = items.length > 1;
  const selected = isMany ? items.toSorted(byRequests) : [];
  const found = (search.data ?? []).filter(({ id }) => isMany || id !== items[0]?.id);
  const targets = (q === '' ? selected : found).slice(0, OFFERED_MAX);
  const merge = (target: Item) => {
    onClose();
    void onEdit(mergeEdit(target)).then(async () => showItem(queryClient, await rereadItem(target.id)));
  };
  const options = useActiveOption(targets, { onChoose: merge, keyOf: ({ id }) => id });
  return (
    <>
      <input
        {...options.fieldProps}
        data-autofocus
        className={listbox.search}
        aria-label={texts.dialog(count)}
        placeholder={texts.placeholder}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          options.activateFirst();
        }}
      />
      <div {...options.listProps} aria-label={texts.dialog(count)} className={listbox.results}>
        {targets.map((item) => (
          <div
            key={item.id}
            {...options.propsOf(item)}
            aria-selected={item === options.active}
            className={listbox.option}
          >
            <span className={styles.target}>
              <StatusIcon status={item.status} size={16} />
              <span className={styles.title}>{item.title}</span>
            </span>
            <span className={listbox.aside}>{texts.requests(item.request_count)}</span>
          </div>
        ))}
      </div>
      <p role="status" className={listbox.status}>
        {search.isError
          ? texts.failed
          : search.isLoading
            ? texts.loading
            : q !== '' && targets.length === 0
              ? texts.notFound
              : texts.hint}
      </p>
    </>
  );
}
