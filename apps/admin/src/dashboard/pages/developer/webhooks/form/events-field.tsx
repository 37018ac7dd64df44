import { Checkbox, Input, Radio, Stack } from '@mantine/core';
import { t } from '../../../../../messages';
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
    <Radio.Group
      label={texts.events}
      value={isAll ? 'all' : 'some'}
      onChange={(value) => onChange({ isAll: value === 'all' })}
    >
      <Stack gap="xs" mt={6}>
        <Radio value="all" label={texts.allEvents} description={texts.allEventsHint} />
        <Radio value="some" label={texts.someEvents} />
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
      </Stack>
    </Radio.Group>
  );
}
