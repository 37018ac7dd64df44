import { SOURCES, type Source } from '@libs/feedback';
import { isEmail } from '@libs/kernel';
import { ActionIcon, Button, NativeSelect, Popover, Stack, TextInput } from '@mantine/core';
import { ListFilter, X } from 'lucide-react';
import { useState, type KeyboardEvent } from 'react';
import { t } from '../../messages';
import { useShortcut } from '../shortcuts';
import { dayOf, FIELDS, NO_FILTER, type ItemFilter } from './item-filter';
import classes from './items.module.css';

const words = t.items.filters;
const { q: _, ...CLEARED } = NO_FILTER;

interface Props {
  readonly filter: ItemFilter;
  onChange(change: Partial<ItemFilter>): void;
}

/** Source, days and sender, behind one button. */
export function ItemFilters({ filter, onChange, scope }: Props & { readonly scope: string }) {
  const [isOpen, setOpen] = useState(false);
  const active = FIELDS.filter((field) => filter[field] !== null).length;
  useShortcut('f', words.title, () => setOpen(true), { scope });
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape') return;
    // One press closes one thing.
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
          className={classes.filters}
          aria-label={active ? words.some(active) : words.title}
          title={words.title}
          onClick={() => setOpen(!isOpen)}
        >
          <ListFilter size={16} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={words.title} onKeyDown={onKeyDown}>
        <Stack gap="sm">
          <NativeSelect
            label={words.source}
            value={filter.source ?? ''}
            data={[
              { value: '', label: words.anySource },
              ...SOURCES.map((value) => ({ value, label: t.items.sources[value] ?? value })),
            ]}
            onChange={({ currentTarget: { value } }) =>
              onChange({ source: (value || null) as Source | null })
            }
          />
          <div className={classes.days}>
            {(['from', 'to'] as const).map((field) => (
              <TextInput
                key={field}
                type="date"
                label={words[field]}
                // While a year is typed it is no day yet: what is typed stays in the field.
                defaultValue={filter[field] ?? ''}
                onChange={({ currentTarget: { value } }) => onChange({ [field]: dayOf(value) })}
              />
            ))}
          </div>
          <SenderField sender={filter.sender} onChoose={(sender) => onChange({ sender })} />
          {active > 0 && (
            <Button variant="default" onClick={() => (onChange(CLEARED), setOpen(false))}>
              {words.clear}
            </Button>
          )}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

function SenderField({ sender, onChoose }: { sender: string | null; onChoose(sender: string | null): void }) {
  const [text, setText] = useState(sender ?? '');
  const [isWrong, setWrong] = useState(false);
  function done(): void {
    const email = text.trim();
    setWrong(email !== '' && !isEmail(email));
    if (email === '' || isEmail(email)) onChoose(email || null);
  }
  return (
    <TextInput
      type="email"
      label={words.sender}
      description={words.senderHint}
      autoComplete="off"
      value={text}
      error={isWrong && t.items.errors.invalid_format}
      onChange={({ currentTarget: { value } }) => setText(value)}
      onBlur={done}
      onKeyDown={(event) => event.key === 'Enter' && !event.nativeEvent.isComposing && done()}
    />
  );
}

/** The filters in force, each to be taken off. */
export function FilterChips({ filter, onChange }: Props) {
  const active = FIELDS.filter((field) => filter[field] !== null);
  if (!active.length) return null;
  return (
    <ul className={classes.chips} aria-label={words.active}>
      {active.map((field) => {
        const value = filter[field]!;
        const text = words.chip[field](field === 'source' ? (t.items.sources[value] ?? value) : value);
        return (
          <li key={field}>
            <button
              type="button"
              className={classes.chip}
              aria-label={words.remove(text)}
              onClick={() => onChange({ [field]: null })}
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
