import { Stack, TextInput } from '@mantine/core';
import { t } from '../../../../../messages';
import { ChoiceField } from '../../../../../ui/forms/choice-field';
import { Disclosure } from '../../../../../ui/layout/disclosure';
import { ExcludedActorField } from './excluded-actor-field';
import { EventsField } from './events-field';
import { HeadersField } from './headers-field';
import type { WebhookForm, WebhookFormErrors } from './webhook-form';

const texts = t.webhookForm;
const PAYLOADS = Object.keys(texts.payloads) as WebhookForm['payload'][];
const SIGNATURES = Object.keys(texts.signatures) as WebhookForm['signature'][];

interface Props {
  readonly form: WebhookForm;
  readonly errors: WebhookFormErrors;
  readonly onChange: (part: Partial<WebhookForm>) => void;
  /** Null for a new webhook. */
  readonly storedHeaders: readonly string[] | null;
}

export function WebhookFields({ form, errors, onChange, storedHeaders }: Props) {
  const isNew = storedHeaders === null;
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
      <Disclosure label={texts.more} isOpen={!isNew} isForced={errors.headers !== undefined}>
        <Stack gap="md">
          <ChoiceField
            label={texts.payload}
            value={form.payload}
            values={PAYLOADS}
            textOf={(payload) => texts.payloads[payload]}
            onChange={(payload) => onChange({ payload })}
          />
          {isNew && (
            <ChoiceField
              label={texts.signature}
              description={texts.signatureFixed}
              value={form.signature}
              values={SIGNATURES}
              textOf={(signature) => texts.signatures[signature]}
              onChange={(signature) => onChange({ signature })}
            />
          )}
          <ExcludedActorField
            value={form.excludedActor}
            onChange={(excludedActor) => onChange({ excludedActor })}
          />
          <HeadersField
            rows={form.headers}
            storedNames={storedHeaders ?? []}
            error={errors.headers}
            onChange={(headers) => onChange({ headers })}
          />
        </Stack>
      </Disclosure>
    </>
  );
}
