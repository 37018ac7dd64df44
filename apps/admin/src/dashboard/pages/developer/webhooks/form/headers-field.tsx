import { ActionIcon, Button, Group, Input, Stack, TextInput } from '@mantine/core';
import { Plus, X } from 'lucide-react';
import { useId, useRef } from 'react';
import { t } from '../../../../../messages';
import { Hint } from '../../../../../ui/hint';
import styles from '../webhooks.module.css';
import type { HeaderRow } from './webhook-form';

const texts = t.webhookForm;

interface Props {
  /** Null: the stored headers stay. */
  readonly rows: readonly HeaderRow[] | null;
  readonly storedNames: readonly string[];
  readonly error: string | undefined;
  readonly onChange: (rows: readonly HeaderRow[] | null) => void;
}

/** Names and values of custom headers. The values of stored ones are unknown, so they can only be replaced. */
export function HeadersField({ rows, storedNames, error, onChange }: Props) {
  const labelId = useId();
  const box = useRef<HTMLDivElement>(null);
  const focusLater = (selector: string) =>
    requestAnimationFrame(() => {
      const found = box.current?.querySelectorAll<HTMLElement>(selector);
      found?.[found.length - 1]?.focus();
    });
  const add = (existing: readonly HeaderRow[]) => {
    onChange([...existing, { id: (existing.at(-1)?.id ?? 0) + 1, name: '', value: '' }]);
    focusLater('[data-name]');
  };
  return (
    <div ref={box} role="group" aria-labelledby={labelId}>
      <Input.Label component="div" id={labelId}>
        {texts.headers}
      </Input.Label>
      <Input.Description>
        {rows === null ? texts.storedHeaders(storedNames.join(', ')) : texts.headersHint}
      </Input.Description>
      <Stack gap="xs" mt={6} align="flex-start">
        {rows?.map((row, index) => (
          <HeaderFields
            key={row.id}
            row={row}
            position={index + 1}
            isInvalid={error !== undefined}
            onChange={(changed) => onChange(rows.map((other) => (other === row ? changed : other)))}
            onRemove={() => {
              onChange(rows.filter((other) => other !== row));
              focusLater('[data-add]');
            }}
          />
        ))}
        {error && <Input.Error role="alert">{error}</Input.Error>}
        {rows?.length === 0 && storedNames.length > 0 && <Hint>{texts.noHeadersLeft}</Hint>}
        <Group gap="xs">
          <Button
            data-add
            size="xs"
            variant="default"
            leftSection={rows && <Plus size={14} />}
            onClick={() => add(rows ?? [])}
          >
            {rows ? texts.addHeader : texts.replaceHeaders}
          </Button>
          {rows && storedNames.length > 0 && (
            <Button size="xs" variant="subtle" color="gray" onClick={() => onChange(null)}>
              {texts.keepHeaders}
            </Button>
          )}
        </Group>
      </Stack>
    </div>
  );
}

interface FieldsProps {
  readonly row: HeaderRow;
  readonly position: number;
  readonly isInvalid: boolean;
  readonly onChange: (row: HeaderRow) => void;
  readonly onRemove: () => void;
}

function HeaderFields({ row, position, isInvalid, onChange, onRemove }: FieldsProps) {
  const shared = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false, error: isInvalid };
  return (
    <div className={styles.header}>
      <TextInput
        {...shared}
        data-name
        aria-label={texts.headerName(position)}
        placeholder={texts.namePlaceholder}
        value={row.name}
        onChange={(event) => onChange({ ...row, name: event.currentTarget.value })}
      />
      <TextInput
        {...shared}
        aria-label={texts.headerValue(position)}
        placeholder={texts.valuePlaceholder}
        value={row.value}
        onChange={(event) => onChange({ ...row, value: event.currentTarget.value })}
      />
      <ActionIcon aria-label={texts.removeHeader(position)} onClick={onRemove}>
        <X size={14} />
      </ActionIcon>
    </div>
  );
}
