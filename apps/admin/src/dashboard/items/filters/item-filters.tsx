import { isUuid } from '@libs/kernel';
import { ActionIcon, Popover } from '@mantine/core';
import { ListFilter, X } from 'lucide-react';
import { useState, type KeyboardEvent } from 'react';
import { t } from '../../../messages';
import { useMemberNames } from '../../api/team/members';
import { errorMessage } from '../../../ui/error-messages';
import { PopoverOnDemand } from '../../../ui/on-demand/popover-on-demand';
import { useShortcut } from '../../../ui/shortcuts/shortcuts';
import { focusMain, notify } from '../notices';
import styles from '../items.module.css';
import type { FilterForm, FilterProps } from './filter-form';
import { FILTER_FIELDS } from './item-filter';

const texts = t.items.filters;

/** A button that opens the filters by source, days, submitter, tags, and assignee. */
export function ItemFilters({ filter, onChange, scope }: FilterProps & { readonly scope: string }) {
  const [isOpen, setOpen] = useState(false);
  const [form, setForm] = useState<{ readonly Component: typeof FilterForm }>();
  const active = FILTER_FIELDS.filter((field) => filter[field] !== null).length;
  const close = () => setOpen(false);
  // The popover opens with its fields, because it moves the focus to the first one.
  async function open(): Promise<void> {
    try {
      const { FilterForm: Component } = await import('./filter-form');
      setForm({ Component });
      setOpen(true);
    } catch (error) {
      notify({ text: errorMessage(error), isError: true });
    }
  }
  useShortcut('f', texts.open, () => void open(), { scope });
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape') return;
    // Close only the popover, not what is below it.
    event.stopPropagation();
    close();
  }
  return (
    <PopoverOnDemand
      isOpen={isOpen}
      onChange={setOpen}
      position="bottom-end"
      width={320}
      closeOnEscape={false}
      button={(props) => (
        <ActionIcon
          variant="default"
          data-active={active > 0 || undefined}
          size={36}
          className={styles.filters}
          aria-label={active ? texts.some(active) : texts.title}
          title={texts.title}
          onClick={() => (isOpen ? close() : void open())}
          {...props}
        >
          <ListFilter size={16} />
        </ActionIcon>
      )}
    >
      <Popover.Dropdown aria-label={texts.title} onKeyDown={onKeyDown}>
        {form && <form.Component filter={filter} onChange={onChange} onClose={close} />}
      </Popover.Dropdown>
    </PopoverOnDemand>
  );
}

/** The active filters, each with a button to remove it. */
export function FilterChips({ filter, onChange }: FilterProps) {
  const active = FILTER_FIELDS.filter((field) => filter[field] !== null);
  const { assignee } = filter;
  const names = useMemberNames(assignee !== null && isUuid(assignee));
  if (!active.length) return null;
  /** The value of a filter as it is shown. */
  const shown = (field: (typeof active)[number], value: string): string => {
    if (field === 'source') return t.items.sources[value] ?? value;
    return field === 'assignee' && isUuid(value) ? (names?.get(value) ?? '…') : value;
  };
  return (
    <ul className={styles.chips} aria-label={texts.active}>
      {active.map((field) => {
        const value = filter[field]!;
        const text = texts.chip[field](shown(field, value));
        return (
          <li key={field}>
            <button
              type="button"
              className={styles.chip}
              aria-label={texts.remove(text)}
              onClick={() => (onChange({ [field]: null }), focusMain())}
            >
              {text}
              <X size={12} />
            </button>
          </li>
        );
      })}
    </ul>
  );
}
