import { SOURCES, type Source } from '@libs/feedback';
import { isEmail } from '@libs/kernel';
import { ActionIcon, Button, NativeSelect, Popover, Stack, TextInput } from '@mantine/core';
import { ListFilter, X } from 'lucide-react';
import { useRef, useState, type KeyboardEvent } from 'react';
import { t } from '../../../messages';
import { useShortcut } from '../../../ui/shortcuts/shortcuts';
import { dayOf, FIELDS, NO_FILTER, type ItemFilter } from './item-filter';
import classes from '../items.module.css';
import { focusPage } from '../notices';

const words = t.items.filters;
const { q: _, ...CLEARED } = NO_FILTER;

interface Props {
  readonly filter: ItemFilter;
  /** @param replace whether the browser's Back leads past what it was before */
  onChange(change: Partial<ItemFilter>, replace?: boolean): void;
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
              <DayField
                key={field}
                label={words[field]}
                day={filter[field]}
                onChoose={(day, replace) => onChange({ [field]: day }, replace)}
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

interface DayProps {
  readonly label: string;
  readonly day: string | null;
  onChoose(day: string | null, replace: boolean): void;
}

/** Digit by digit one day follows another: that is one step back. While its year is typed it is no day yet. */
function DayField({ label, day, onChoose }: DayProps) {
  // The address says it a moment later.
  const last = useRef(day);
  function choose(text: string): void {
    const next = dayOf(text);
    if (next === last.current || (next === null && text !== '')) return;
    onChoose(next, next !== null && last.current !== null);
    last.current = next;
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
  const [isWrong, setWrong] = useState(false);
  function done(): void {
    const email = text.trim() || null;
    const isGood = email === null || isEmail(email);
    setWrong(!isGood);
    if (isGood && email !== sender) onChoose(email);
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
              onClick={() => (onChange({ [field]: null }), focusPage())}
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
