import { ITEM_TAGS_MAX, SOURCES } from '@libs/feedback';
import { isEmail } from '@libs/kernel';
import { Button, Checkbox, MultiSelect, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { t } from '../../../messages';
import { useCachedSession } from '../../api/session';
import { useTags } from '../../api/tags';
import { useMemberNames } from '../../api/team/members';
import styles from '../items.module.css';
import { FILTER_FIELDS, NO_FILTER, parseDay, type ItemFilter } from './item-filter';

const texts = t.items.filters;
const { q: _, ...NO_FIELD_FILTERS } = NO_FILTER;

export interface FilterProps {
  readonly filter: ItemFilter;
  /** @param replace true to replace the browser's history entry instead of adding one */
  onChange(change: Partial<ItemFilter>, replace?: boolean): void;
}

/** The fields of the filters. Loaded when they are opened for the first time. */
export function FilterForm({ filter, onChange, onClose }: FilterProps & { readonly onClose: () => void }) {
  const isActive = FILTER_FIELDS.some((field) => filter[field] !== null);
  return (
    <Stack gap="sm">
      <NativeSelect
        label={texts.source}
        value={filter.source ?? ''}
        data={[
          { value: '', label: texts.anySource },
          ...SOURCES.map((value) => ({ value, label: t.items.sources[value] ?? value })),
        ]}
        onChange={({ currentTarget: { value } }) => onChange({ source: value || null })}
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
      <AssigneeFilter filter={filter} onChange={onChange} />
      {isActive && (
        <Button variant="default" onClick={() => (onChange(NO_FIELD_FILTERS), onClose())}>
          {texts.clear}
        </Button>
      )}
    </Stack>
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

function AssigneeFilter({ filter: { assignee }, onChange }: FilterProps) {
  const names = useMemberNames();
  const me = useCachedSession()?.person.id;
  return (
    <NativeSelect
      label={t.assignee.title}
      value={assignee ?? ''}
      data={[
        { value: '', label: t.assignee.filter.anyone },
        { value: 'me', label: t.assignee.filter.me },
        { value: 'none', label: t.assignee.noOne },
        ...[...(names ?? [])]
          .filter(([id]) => id !== me || id === assignee)
          .map(([value, label]) => ({ value, label })),
      ]}
      onChange={({ currentTarget: { value } }) => onChange({ assignee: value || null })}
    />
  );
}

function TagFilter({ filter: { tag, untagged }, onChange }: FilterProps) {
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
