import type { Webhook } from '@libs/contract';
import { Button, Group } from '@mantine/core';
import { Link } from 'react-router';
import { useSendTest } from '../../api/webhooks/deliveries';
import { t } from '../../../messages';
import { TestResult } from '../developer/webhooks/detail/test-result';
import { WebhookError } from '../developer/webhooks/webhook-error';
import { DisabledNote, WebhookPill } from '../developer/webhooks/webhook-status';
import { channelName } from './channels';
import styles from './notifications.module.css';

const texts = t.notificationSettings.channels;

export function ChannelRow({ webhook }: { readonly webhook: Webhook }) {
  const sendTest = useSendTest(webhook.id);
  const name = channelName(webhook);
  return (
    <li className={styles.channel}>
      <Group gap="xs">
        <span className={styles.name}>{name}</span>
        <WebhookPill webhook={webhook} />
      </Group>
      <Group gap="sm">
        {webhook.status === 'active' && (
          <Button
            size="xs"
            variant="default"
            aria-label={texts.testLabel(name)}
            loading={sendTest.isPending}
            onClick={() => sendTest.mutate()}
          >
            {texts.test}
          </Button>
        )}
        <Button
          size="xs"
          variant="subtle"
          component={Link}
          to={`/developer/webhooks/${webhook.id}`}
          aria-label={texts.manageLabel(name)}
        >
          {texts.manage}
        </Button>
      </Group>
      <DisabledNote webhook={webhook} />
      <WebhookError title={t.deliveries.sendTest.unsent} error={sendTest.error} />
      {sendTest.data && <TestResult webhook={webhook} deliveryId={sendTest.data} onClose={sendTest.reset} />}
    </li>
  );
}
