import type { Webhook } from '@libs/contract';
import { Button } from '@mantine/core';
import { useActorName } from '../../../../items/activity/actor-names';
import { t } from '../../../../../messages';
import { CopyText } from '../../../../../ui/code/copy-text';
import { formatDateTime } from '../../../../../ui/time/format-time';
import { Fact, Facts } from '../../../../../ui/layout/facts';
import { Section } from '../../../../../ui/layout/section';
import { RelativeTime } from '../../../../../ui/time/relative-time';
import { useExcludedName } from '../form/excluded-actor-field';
import styles from './detail.module.css';

const texts = t.webhooks.detail;

interface Props {
  readonly webhook: Webhook;
  readonly onRotate: () => void;
}

export function SettingsSection({ webhook, onRotate }: Props) {
  const { events, payload, signature, headers, public_key: publicKey } = webhook;
  const excludedName = useExcludedName(webhook.exclude_actor);
  const overlapEnd = webhook.previous_secret_expires_at;
  return (
    <Section
      title={texts.settings}
      actions={
        <Button variant="default" onClick={onRotate}>
          {texts.rotate[signature]}
        </Button>
      }
    >
      <Facts>
        <Fact label={t.webhooks.health.events}>
          {events.includes('*') ? t.webhooks.health.all : <CodeList values={events} />}
        </Fact>
        {excludedName && <Fact label={t.webhookForm.excludeActor}>{excludedName}</Fact>}
        <Fact label={texts.payload}>{t.webhookForm.payloads[payload].label}</Fact>
        <Fact label={texts.signature}>{t.webhookForm.signatures[signature].label}</Fact>
        {publicKey && (
          <Fact label={t.webhooks.publicKey.label}>
            <CopyText value={publicKey} label={t.webhooks.publicKey.copy} />
          </Fact>
        )}
        {overlapEnd && Date.parse(overlapEnd) > Date.now() && (
          <Fact label={texts.overlap[signature]}>{formatDateTime(overlapEnd)}</Fact>
        )}
        <Fact label={texts.headers}>
          {headers.length > 0 ? <CodeList values={headers} /> : texts.noHeaders}
        </Fact>
        <Fact label={texts.created}>
          <RelativeTime value={webhook.created_at} /> <Creator webhook={webhook} />
        </Fact>
      </Facts>
    </Section>
  );
}

function CodeList({ values }: { readonly values: readonly string[] }) {
  return (
    <ul className={styles.codes}>
      {values.map((value) => (
        <li key={value}>
          <code>{value}</code>
        </li>
      ))}
    </ul>
  );
}

function Creator({ webhook: { created_by: by } }: { readonly webhook: Webhook }) {
  return texts.createdBy(useActorName([by], texts.creators)(by));
}
