import type { AtOnceSetting, NotificationSettings } from '@libs/contract';
import { NativeSelect, Switch, Text } from '@mantine/core';
import { useChangeNotificationSettings } from '../../api/notifications/notifications';
import { timeZone } from '../../api/stats';
import { useMayDo } from '../../api/team/role';
import { useViews } from '../../api/views';
import { t } from '../../../messages';
import { errorMessage } from '../../../ui/error-messages';
import { hasDigestMail, timeZones, withTimeZone } from './digest-mail-time-zone';

const texts = t.notificationSettings.mail;
/** Value of the option for all items, because an option without a value has its label as value. */
const ALL = '';

export function MailSettings({ saved }: { readonly saved: NotificationSettings }) {
  const change = useChangeNotificationSettings();
  const manages = useMayDo('webhooks.manage');
  const settings = change.isPending ? { ...saved, ...change.variables } : saved;
  const save = (changed: Partial<NotificationSettings>) =>
    change.mutate(withTimeZone(settings, changed, timeZone()));
  const atOnce = (name: AtOnceSetting) => (
    <Switch
      label={texts[name]}
      checked={settings[name] === 'immediately'}
      onChange={({ currentTarget }) => save({ [name]: currentTarget.checked ? 'immediately' : 'off' })}
    />
  );
  return (
    <>
      <NativeSelect
        label={texts.new_feedback_mail}
        value={settings.new_feedback_mail}
        data={texts.intervals}
        onChange={({ currentTarget }) =>
          save({ new_feedback_mail: currentTarget.value as NotificationSettings['new_feedback_mail'] })
        }
      />
      {settings.new_feedback_mail !== 'off' && (
        <ViewSelect value={settings.new_feedback_view} onChange={(id) => save({ new_feedback_view: id })} />
      )}
      <NativeSelect
        label={texts.quarantine_mail}
        value={settings.quarantine_mail}
        data={texts.intervals.filter(({ value }) => value === 'daily' || value === 'off')}
        onChange={({ currentTarget }) =>
          save({ quarantine_mail: currentTarget.value as NotificationSettings['quarantine_mail'] })
        }
      />
      {hasDigestMail(settings) && (
        <NativeSelect
          label={texts.timeZone}
          description={texts.timeZoneHint}
          value={settings.time_zone}
          data={timeZones(settings.time_zone)}
          onChange={({ currentTarget }) => save({ time_zone: currentTarget.value })}
        />
      )}
      {atOnce('mentioned_mail')}
      {atOnce('assigned_mail')}
      {manages && atOnce('service_mail')}
      {change.error && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {errorMessage(change.error)}
        </Text>
      )}
    </>
  );
}

interface ViewSelectProps {
  readonly value: string | null;
  readonly onChange: (id: string | null) => void;
}

function ViewSelect({ value, onChange }: ViewSelectProps) {
  const views = useViews().data;
  const options = (views ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const isKnown = value !== null && options.some((option) => option.value === value);
  return (
    <NativeSelect
      label={texts.new_feedback_view}
      description={texts.viewHint}
      value={isKnown ? value : ALL}
      disabled={!views}
      data={[{ value: ALL, label: texts.allItems }, ...options]}
      onChange={({ currentTarget }) => onChange(currentTarget.value === ALL ? null : currentTarget.value)}
    />
  );
}
