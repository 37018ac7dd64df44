import { Switch } from '@mantine/core';
import {
  useChangeNotificationSettings,
  useNotificationSettings,
} from '../../api/notifications/notification-settings';
import { t } from '../../../messages';
import { Section } from '../../../ui/layout/section';
import { ErrorText } from '../../../ui/states/error-text';
import { QueryState } from '../../../ui/states/query-state';

const texts = t.notificationSettings.inApp;

/** What the bell shows. A change is saved at once. */
export function InAppSection() {
  const change = useChangeNotificationSettings();
  return (
    <QueryState query={useNotificationSettings()} loading={texts.loading} rows={1}>
      {(stored) => (
        <Section title={texts.title} hint={texts.hint}>
          <Switch
            label={texts.newFeedback}
            description={texts.newFeedbackHint}
            checked={change.withPending(stored).new_feedback_in_app}
            onChange={(event) => change.mutate({ new_feedback_in_app: event.currentTarget.checked })}
          />
          <ErrorText error={change.error} />
        </Section>
      )}
    </QueryState>
  );
}
