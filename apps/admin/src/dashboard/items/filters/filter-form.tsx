import { ITEM_TAGS_MAX, SOURCES } from '@libs/feedback';
import { isEmail } from '@libs/kernel';
import { Button, Checkbox, MultiSelect, Stack, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import type { NavigateOptions } from 'react-router';
import { t } from '../../../messages';
import { labelled } from '../../../ui/forms/options';
import { SelectField } from '../../../ui/forms/select-field';
import { useCachedSession } from '../../api/session';
import { useTags } from '../../api/tags';
import { useMemberNames } from '../../api/team/members';
import styles from '../items.module.css';
import { FILTER_FIELDS, NO_FILTER, parseDay, type ItemFilter } from './item-filter';

const texts = t.items.filters;
const { q: _, ...NO_FIELD_FILTERS } = NO_FILTER;

export interface FilterProps {
  readonly filter: ItemFilter;
  /** @param options of the navigation to the URL with the filter */
  onChange(change: Partial<ItemFilter>, options?: NavigateOptions): void;
}

/** The fields of the filters. Loaded when they are opened for the first time. */
export function FilterForm({ filter, onChange, onClose }: FilterProps & { readonly onClose: () => void }) {
  const isActive = FILTER_FIELDS.some((field) => filter[field] !== null);
  return (
    <Stack gap="sm">
      <SelectField
        label={texts.source}
        value={filter.source}
        options={[{ value: null, label: texts.anySource }, ...labelled(SOURCES, t.items.sources)]}
        onChange={(source) => onChange({ source })}
      />
      <div className={styles.days}>
        {(['from', 'to'] as const).map((field) => (
          <DayField
            key={field}
            label={texts[field]}
            day={filter[field]}
            onChoose={(day, replace) => onChange({ [field]: day }, { replace })}
          />
        ))}
      </div>
      <EmailFilter label={texts.sender} email={filter.sender} onChoose={(sender) => onChange({ sender })} />
      <EmailFilter
        label={texts.requestedBy}
        email={filter.requested_by}
        onChoose={(address) => onChange({ requested_by: address })}
      />
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

interface EmailProps {
  readonly label: string;
  readonly email: string | null;
  onChoose(email: string | null): void;
}

function EmailFilter({ label, email, onChoose }: EmailProps) {
  const [text, setText] = useState(email ?? '');
  const [isInvalid, setInvalid] = useState(false);
  function commit(): void {
    const typed = text.trim() || null;
    const isValid = typed === null || isEmail(typed);
    setInvalid(!isValid);
    if (isValid && typed !== email) onChoose(typed);
  }
  return (
    <TextInput
      type="email"
      label={label}
      description={texts.emailHint}
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
    <SelectField
      label={t.assignee.title}
      value={assignee}
      options={[
        { value: null, label: t.assignee.filter.anyone },
        { value: 'me', label: t.assignee.filter.me },
        { value: 'none', label: t.assignee.noOne },
        ...[...(names ?? [])]
          .filter(([id]) => id !== me || id === assignee)
          .map(([value, label]) => ({ value, label })),
      ]}
      onChange={(chosen) => onChange({ assignee: chosen })}
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
