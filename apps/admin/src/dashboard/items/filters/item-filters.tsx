import { ITEM_TAGS_MAX, SOURCES, type Source } from '@libs/feedback';
import { isEmail } from '@libs/kernel';
import {
  ActionIcon,
  Button,
  Checkbox,
  MultiSelect,
  NativeSelect,
  Popover,
  Stack,
  TextInput,
} from '@mantine/core';
import { ListFilter, X } from 'lucide-react';
import { useRef, useState, type KeyboardEvent } from 'react';
import { t } from '../../../messages';
import { useTags } from '../../api/tags';
import { useShortcut } from '../../../ui/shortcuts/shortcuts';
import { parseDay, FILTER_FIELDS, NO_FILTER, type ItemFilter } from './item-filter';
import styles from '../items.module.css';
import { focusMain } from '../notices';

const texts = t.items.filters;
const { q: _, ...NO_FIELD_FILTERS } = NO_FILTER;

interface Props {
  readonly filter: ItemFilter;
  /** @param replace true to replace the browser's history entry instead of adding one */
  onChange(change: Partial<ItemFilter>, replace?: boolean): void;
}

/** A button that opens the filters by source, days, submitter, and tags. */
export function ItemFilters({ filter, onChange, scope }: Props & { readonly scope: string }) {
  const [isOpen, setOpen] = useState(false);
  const active = FILTER_FIELDS.filter((field) => filter[field] !== null).length;
  useShortcut('f', texts.open, () => setOpen(true), { scope });
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape') return;
    // Close only the popover, not what is below it.
    event.stopPropagation();
    setOpen(false);
  }
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      width={320}
      trapFocus
      returnFocus
      closeOnEscape={false}
      floatingStrategy="fixed"
    >
      <Popover.Target>
        <ActionIcon
          variant="default"
          data-active={active > 0 || undefined}
          size={36}
          className={styles.filters}
          aria-label={active ? texts.some(active) : texts.title}
          title={texts.title}
          onClick={() => setOpen(!isOpen)}
        >
          <ListFilter size={16} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={texts.title} onKeyDown={onKeyDown}>
        <Stack gap="sm">
          <NativeSelect
            label={texts.source}
            value={filter.source ?? ''}
            data={[
              { value: '', label: texts.anySource },
              ...SOURCES.map((value) => ({ value, label: t.items.sources[value] ?? value })),
            ]}
            onChange={({ currentTarget: { value } }) =>
              onChange({ source: (value || null) as Source | null })
            }
          />
          <div className={styles.days}>
            {(['from', 'to'] as const).map((field) => (
              <DayField
                key={field}
                label={texts[field]}
                day={filter[field]}
                onChoose={(day, replace) => onChange({ [field]: day }, replace)}
              />
            ))}
          </div>
          <SenderField sender={filter.sender} onChoose={(sender) => onChange({ sender })} />
          <TagFilter filter={filter} onChange={onChange} />
          {active > 0 && (
            <Button variant="default" onClick={() => (onChange(NO_FIELD_FILTERS), setOpen(false))}>
              {texts.clear}
            </Button>
          )}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

interface DayProps {
  readonly label: string;
  readonly day: string | null;
  onChoose(day: string | null, replace: boolean): void;
}

/** Typing digits gives a sequence of dates, which share one history entry. Ignores incomplete dates. */
function DayField({ label, day, onChoose }: DayProps) {
  // The URL updates later than this ref.
  const lastDay = useRef(day);
  function choose(text: string): void {
    const next = parseDay(text);
    if (next === lastDay.current || (next === null && text !== '')) return;
    onChoose(next, next !== null && lastDay.current !== null);
    lastDay.current = next;
  }
  return (
    <TextInput
      type="date"
      label={label}
      defaultValue={day ?? ''}
      onChange={({ currentTarget: { value } }) => choose(value)}
    />
  );
}

function SenderField({ sender, onChoose }: { sender: string | null; onChoose(sender: string | null): void }) {
  const [text, setText] = useState(sender ?? '');
  const [isInvalid, setInvalid] = useState(false);
  function commit(): void {
    const email = text.trim() || null;
    const isValid = email === null || isEmail(email);
    setInvalid(!isValid);
    if (isValid && email !== sender) onChoose(email);
  }
  return (
    <TextInput
      type="email"
      label={texts.sender}
      description={texts.senderHint}
      autoComplete="off"
      value={text}
      error={isInvalid && t.items.errors.invalid_format}
      onChange={({ currentTarget: { value } }) => setText(value)}
      onBlur={commit}
      onKeyDown={(event) => event.key === 'Enter' && !event.nativeEvent.isComposing && commit()}
    />
  );
}

function TagFilter({ filter: { tag, untagged }, onChange }: Props) {
  const names = useTags().data?.map(({ name }) => name) ?? [];
  const selected = tag?.split(',') ?? [];
  return (
    <>
      <MultiSelect
        label={texts.tags}
        data={[...new Set([...names, ...selected])]}
        value={selected}
        disabled={untagged !== null}
        searchable
        maxValues={ITEM_TAGS_MAX}
        comboboxProps={{ withinPortal: false }}
        onChange={(next) => onChange({ tag: next.join(',') || null })}
      />
      <Checkbox
        label={texts.untagged}
        checked={untagged !== null}
        onChange={({ currentTarget: { checked } }) =>
          onChange(checked ? { untagged: 'true', tag: null } : { untagged: null })
        }
      />
    </>
  );
}

/** The active filters, each with a button to remove it. */
export function FilterChips({ filter, onChange }: Props) {
  const active = FILTER_FIELDS.filter((field) => filter[field] !== null);
  if (!active.length) return null;
  return (
    <ul className={styles.chips} aria-label={texts.active}>
      {active.map((field) => {
        const value = filter[field]!;
        const text = texts.chip[field](field === 'source' ? (t.items.sources[value] ?? value) : value);
        return (
          <li key={field}>
            <button
              type="button"
              className={styles.chip}
              aria-label={texts.remove(text)}
              onClick={() => (onChange({ [field]: null }), focusMain())}
            >
              {text}
              <X size={12} aria-hidden />
            </button>
          </li>
        );
      })}
    </ul>
  );
}
