import { Button, Stack, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useCreateWebhook, useWebhooks } from '../../api/webhooks/webhooks';
import { t } from '../../../messages';
import { clearError } from '../../../ui/forms/use-fields';
import { List } from '../../../ui/layout/list';
import { Section } from '../../../ui/layout/section';
import { QueryState } from '../../../ui/states/query-state';
import { WebhookError } from '../developer/webhooks/webhook-error';
import { ChannelRow } from './channel-row';
import { newChannel, urlError } from './channels';
import styles from './notifications.module.css';

const texts = t.notificationSettings.channels;

/** Channels of chat products: webhooks with the payload `slack`. */
export function ChannelsSection() {
  return (
    <Section title={texts.title} hint={texts.hint}>
      <Stack gap="md">
        <Channels />
        <AddChannel />
      </Stack>
    </Section>
  );
}

function Channels() {
  return (
    <QueryState query={useWebhooks()} loading={texts.loading} rows={1}>
      {(webhooks) => {
        const channels = webhooks.filter(({ payload }) => payload === 'slack');
        if (channels.length === 0) return null;
        return (
          <List look="frame" aria-label={texts.list}>
            {channels.map((webhook) => (
              <ChannelRow key={webhook.id} webhook={webhook} />
            ))}
          </List>
        );
      }}
    </QueryState>
  );
}

function AddChannel() {
  const [url, setUrl] = useState('');
  const [isMissing, setMissing] = useState(false);
  const create = useCreateWebhook();
  const rejected = urlError(create.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(url.trim() === '');
    if (url.trim() === '' || create.isPending) return;
    create.mutate(newChannel(url), { onSuccess: () => setUrl((typed) => (typed === url ? '' : typed)) });
  };
  return (
    <form onSubmit={submit} noValidate className={styles.form}>
      <Stack gap="sm" align="flex-start">
        <TextInput
          w="100%"
          label={texts.url}
          description={texts.urlHint}
          placeholder="https://hooks.slack.com/services/…"
          type="url"
          autoComplete="off"
          spellCheck={false}
          value={url}
          onChange={(event) => {
            setUrl(event.currentTarget.value);
            setMissing(false);
            clearError(create);
          }}
          error={isMissing ? texts.urlMissing : rejected}
        />
        {!rejected && <WebhookError error={create.error} />}
        <Button type="submit" variant="default" loading={create.isPending}>
          {texts.add}
        </Button>
        {create.isSuccess && <span role="status">{texts.added}</span>}
      </Stack>
    </form>
  );
}
