import type { Webhook } from '@libs/contract';
import { Anchor, Group, Text } from '@mantine/core';
import { Link } from 'react-router';
import { t } from '../../../../messages';
import { Fact } from '../../../../ui/layout/facts';
import { List } from '../../../../ui/layout/list';
import { HealthFacts } from './health-facts';
import { DisabledNote, WebhookPill } from './webhook-status';
import styles from './webhooks.module.css';

const texts = t.webhooks;

export function WebhookList({ webhooks }: { readonly webhooks: readonly Webhook[] }) {
  return (
    <List look="lines" aria-label={texts.list}>
      {webhooks.map((webhook) => (
        <li key={webhook.id} className={styles.webhook}>
          <Group justify="space-between" align="flex-start" gap="sm" wrap="nowrap">
            <Anchor component={Link} to={`/developer/webhooks/${webhook.id}`} className={styles.url}>
              {webhook.url}
            </Anchor>
            <WebhookPill webhook={webhook} />
          </Group>
          {webhook.description && <Text c="dimmed">{webhook.description}</Text>}
          <HealthFacts webhook={webhook}>
            <Fact label={texts.health.events}>
              <EventCount events={webhook.events} />
            </Fact>
          </HealthFacts>
          {webhook.disabled_reason && <DisabledNote webhook={webhook} />}
        </li>
      ))}
    </List>
  );
}

function EventCount({ events }: Pick<Webhook, 'events'>) {
  if (events.includes('*')) return texts.health.all;
  const [first] = events;
  return events.length === 1 ? (
    <code>{first}</code>
  ) : (
    <span title={events.join('\n')}>{texts.health.types(events.length)}</span>
  );
}
