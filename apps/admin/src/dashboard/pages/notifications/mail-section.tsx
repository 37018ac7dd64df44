import { Stack, Text } from '@mantine/core';
import { useNotificationSettings } from '../../api/notifications/notification-settings';
import { useSignUpState } from '../../api/session';
import { t } from '../../../messages';
import { Section } from '../../../ui/layout/section';
import { QueryState } from '../../../ui/states/query-state';
import { MailSettings } from './mail-settings';

const texts = t.notificationSettings.mail;
const LOADING = { loading: texts.loading, rows: 4 };

/** Which messages the person gets. A change is saved at once. */
export function MailSection() {
  const settings = useNotificationSettings();
  const service = useSignUpState();
  return (
    <QueryState query={settings} {...LOADING}>
      {(stored) => (
        <QueryState query={service} {...LOADING}>
          {({ mail }) => (
            <Section title={texts.title} hint={mail ? texts.hint : undefined}>
              {mail ? (
                <Stack gap="md">
                  <MailSettings stored={stored} />
                </Stack>
              ) : (
                <Text size="sm">{texts.off}</Text>
              )}
            </Section>
          )}
        </QueryState>
      )}
    </QueryState>
  );
}
