import type { WebhookDetail } from '@libs/contract';
import { Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { useSendTest } from '../../../../api/webhooks/deliveries';
import { useChangeWebhook, type ChartDays } from '../../../../api/webhooks/webhooks';
import { t } from '../../../../../messages';
import { PageHeader } from '../../../../../ui/pages/page-header';
import { Section } from '../../../../../ui/layout/section';
import { Note } from '../../../../../ui/states/note';
import { DeliveriesSection } from '../deliveries/deliveries-section';
import { HealthFacts } from '../health-facts';
import { WebhookError } from '../webhook-error';
import { DisabledNote, WebhookPill } from '../webhook-status';
import { AttemptsChart } from './attempts-chart';
import { SettingsSection } from './settings-section';
import { TestResult } from './test-result';
import { WebhookDialogs, type DialogName } from './webhook-dialogs';

interface Props {
  readonly webhook: WebhookDetail;
  readonly days: ChartDays;
  readonly onDays: (days: ChartDays) => void;
}

const texts = t.webhooks;

export function WebhookView({ webhook, days, onDays }: Props) {
  const [dialog, setDialog] = useState<DialogName | null>(null);
  const [wasEnabled, setEnabled] = useState(false);
  const change = useChangeWebhook(webhook.id);
  const sendTest = useSendTest(webhook.id);
  const isActive = webhook.status === 'active';
  const enable = (
    <Button
      variant="default"
      loading={change.isPending}
      onClick={() => change.mutate({ status: 'active' }, { onSuccess: () => setEnabled(true) })}
    >
      {texts.detail.enable}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={webhook.url}
        lead={
          <Group component="span" gap="xs">
            <WebhookPill webhook={webhook} />
            {webhook.description}
          </Group>
        }
        actions={
          <>
            {isActive && (
              <Button loading={sendTest.isPending} onClick={() => sendTest.mutate()}>
                {t.deliveries.sendTest.send}
              </Button>
            )}
            <Button variant="default" onClick={() => setDialog('edit')}>
              {texts.detail.edit}
            </Button>
            {isActive && (
              <Button variant="default" onClick={() => setDialog('disable')}>
                {texts.detail.disable}
              </Button>
            )}
          </>
        }
      />
      <Stack gap="xl">
        <WebhookError error={change.error} />
        <DisabledNote webhook={webhook} action={enable} />
        {wasEnabled && isActive && <EnabledNote onReplay={() => setDialog('replay')} />}
        <WebhookError title={t.deliveries.sendTest.unsent} error={sendTest.error} />
        {sendTest.data && (
          <TestResult webhook={webhook} deliveryId={sendTest.data} onClose={sendTest.reset} />
        )}
        <Section title={texts.health.title}>
          <Stack gap="lg">
            <HealthFacts webhook={webhook} />
            <AttemptsChart hours={webhook.attempts_by_hour} days={days} onDays={onDays} />
          </Stack>
        </Section>
        <DeliveriesSection webhook={webhook} onReplay={() => setDialog('replay')} />
        <SettingsSection webhook={webhook} onRotate={() => setDialog('rotate')} />
        <Section title={texts.remove.title} hint={texts.remove.hint} danger>
          <Button color="red" variant="outline" onClick={() => setDialog('delete')}>
            {texts.remove.open}
          </Button>
        </Section>
      </Stack>
      <WebhookDialogs webhook={webhook} name={dialog} onClose={() => setDialog(null)} />
    </>
  );
}

function EnabledNote({ onReplay }: { readonly onReplay: () => void }) {
  return (
    <Note
      tone="success"
      role="status"
      title={texts.enabled.title}
      action={
        <Button size="xs" variant="default" onClick={onReplay}>
          {texts.enabled.replay}
        </Button>
      }
    >
      {texts.enabled.body}
    </Note>
  );
}
