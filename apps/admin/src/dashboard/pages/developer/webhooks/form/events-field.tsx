import { Checkbox, Input, Stack } from '@mantine/core';
import { t } from '../../../../../messages';
import { ChoiceField } from '../../../../../ui/forms/choice-field';
import styles from '../webhooks.module.css';
import type { WebhookForm } from './webhook-form';

const texts = t.webhookForm;

interface Props {
  readonly form: WebhookForm;
  readonly error: string | undefined;
  readonly onChange: (part: Partial<WebhookForm>) => void;
}

/** All events, or a choice of types. */
export function EventsField({ form: { isAll, events }, error, onChange }: Props) {
  return (
    <ChoiceField
      label={texts.events}
      value={isAll ? 'all' : 'some'}
      values={['all', 'some'] as const}
      textOf={(value) => texts.eventChoices[value]}
      onChange={(value) => onChange({ isAll: value === 'all' })}
    >
      {!isAll && (
        <Checkbox.Group
          className={styles.types}
          aria-label={texts.types}
          value={[...events]}
          onChange={(chosen) => onChange({ events: chosen })}
        >
          <Stack gap="xs">
            {Object.entries(t.webhooks.eventTypes).map(([type, hint]) => (
              <Checkbox
                key={type}
                value={type}
                label={<code>{type}</code>}
                description={hint}
                aria-invalid={error ? true : undefined}
              />
            ))}
            {error && <Input.Error role="alert">{error}</Input.Error>}
          </Stack>
        </Checkbox.Group>
      )}
    </ChoiceField>
  );
}
