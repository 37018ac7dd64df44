import { Stack, Text } from '@mantine/core';
import { useNotificationSettings } from '../../api/notifications/notifications';
import { useSignUpState } from '../../api/session';
import { t } from '../../../messages';
import { Section } from '../../../ui/layout/section';
import { ErrorState } from '../../../ui/states/error-state';
import { LoadingRows } from '../../../ui/states/loading-rows';
import { MailSettings } from './mail-settings';

const texts = t.notificationSettings.mail;

/** Which messages the person gets. A change is saved at once. */
export function MailSection() {
  const settings = useNotificationSettings();
  const service = useSignUpState();
  if (settings.isPending || service.isPending) return <LoadingRows label={texts.loading} rows={4} />;
  const failed = settings.data ? service : settings;
  if (!settings.data || !service.data)
    return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />;
  return (
    <Section title={texts.title} hint={service.data.mail ? texts.hint : undefined}>
      {service.data.mail ? (
        <Stack gap="md">
          <MailSettings saved={settings.data} />
        </Stack>
      ) : (
        <Text size="sm">{texts.off}</Text>
      )}
    </Section>
  );
}
