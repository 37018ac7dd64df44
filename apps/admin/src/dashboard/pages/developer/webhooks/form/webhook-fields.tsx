import { Button, Radio, Stack, TextInput } from '@mantine/core';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { t } from '../../../../../messages';
import { EventsField } from './events-field';
import { HeadersField } from './headers-field';
import type { WebhookForm, WebhookFormErrors } from './webhook-form';

const texts = t.webhookForm;

interface Props {
  readonly form: WebhookForm;
  readonly errors: WebhookFormErrors;
  readonly onChange: (part: Partial<WebhookForm>) => void;
  /** Null for a new webhook. */
  readonly storedHeaders: readonly string[] | null;
}

export function WebhookFields({ form, errors, onChange, storedHeaders }: Props) {
  const isNew = storedHeaders === null;
  const [isOpen, setOpen] = useState(!isNew);
  const isExpanded = isOpen || errors.headers !== undefined;
  const Icon = isExpanded ? ChevronDown : ChevronRight;
  return (
    <>
      <TextInput
        label={texts.url}
        description={texts.urlHint}
        placeholder="https://hooks.example.com/feedback"
        data-autofocus
        type="url"
        autoComplete="off"
        spellCheck={false}
        value={form.url}
        onChange={(event) => onChange({ url: event.currentTarget.value })}
        error={errors.url}
      />
      <TextInput
        label={texts.description}
        description={texts.descriptionHint}
        autoComplete="off"
        value={form.description}
        onChange={(event) => onChange({ description: event.currentTarget.value })}
        error={errors.description}
      />
      <EventsField form={form} error={errors.events} onChange={onChange} />
      <div>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          ml={-8}
          aria-expanded={isExpanded}
          leftSection={<Icon size={14} aria-hidden />}
          onClick={() => setOpen(!isExpanded)}
        >
          {texts.more}
        </Button>
        {isExpanded && (
          <Stack gap="lg" mt="sm">
            <ChoiceField
              label={texts.payload}
              choices={texts.payloads}
              value={form.payload}
              onChange={(payload) => onChange({ payload })}
            />
            {isNew && (
              <ChoiceField
                label={texts.signature}
                description={texts.signatureFixed}
                choices={texts.signatures}
                value={form.signature}
                onChange={(signature) => onChange({ signature })}
              />
            )}
            <HeadersField
              rows={form.headers}
              storedNames={storedHeaders ?? []}
              error={errors.headers}
              onChange={(headers) => onChange({ headers })}
            />
          </Stack>
        )}
      </div>
    </>
  );
}

interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly description?: string;
  readonly choices: Readonly<Record<T, { readonly label: string; readonly hint: string }>>;
  readonly value: T;
  readonly onChange: (value: T) => void;
}

function ChoiceField<T extends string>({ label, description, choices, value, onChange }: ChoiceProps<T>) {
  return (
    <Radio.Group
      label={label}
      description={description}
      value={value}
      onChange={(choice) => onChange(choice as T)}
    >
      <Stack gap="xs" mt={6}>
        {(Object.keys(choices) as T[]).map((choice) => (
          <Radio
            key={choice}
            value={choice}
            label={choices[choice].label}
            description={choices[choice].hint}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}
