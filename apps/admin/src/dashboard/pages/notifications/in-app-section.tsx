import { Switch, Text } from '@mantine/core';
import {
  useChangeNotificationSettings,
  useNotificationSettings,
} from '../../api/notifications/notifications';
import { t } from '../../../messages';
import { errorMessage } from '../../../ui/error-messages';
import { Section } from '../../../ui/layout/section';
import { ErrorState } from '../../../ui/states/error-state';
import { LoadingRows } from '../../../ui/states/loading-rows';

const texts = t.notificationSettings.inApp;

/** What the bell shows. A change is saved at once. */
export function InAppSection() {
  const settings = useNotificationSettings();
  const change = useChangeNotificationSettings();
  if (settings.isPending) return <LoadingRows label={texts.loading} rows={1} />;
  if (!settings.data) return <ErrorState error={settings.error} onRetry={() => void settings.refetch()} />;
  const { new_feedback_in_app: saved } = settings.data;
  return (
    <Section title={texts.title} hint={texts.hint}>
      <Switch
        label={texts.newFeedback}
        description={texts.newFeedbackHint}
        checked={change.isPending ? (change.variables.new_feedback_in_app ?? saved) : saved}
        onChange={(event) => change.mutate({ new_feedback_in_app: event.currentTarget.checked })}
      />
      {change.error && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {errorMessage(change.error)}
        </Text>
      )}
    </Section>
  );
}
