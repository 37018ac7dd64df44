import type { AtOnceSetting, NotificationSettings } from '@libs/contract';
import { NativeSelect, Switch } from '@mantine/core';
import { useChangeNotificationSettings } from '../../api/notifications/notification-settings';
import { timeZone } from '../../api/stats';
import { useMayDo } from '../../api/team/role';
import { useViews } from '../../api/views';
import { t } from '../../../messages';
import { labelled } from '../../../ui/forms/options';
import { SelectField } from '../../../ui/forms/select-field';
import { ErrorText } from '../../../ui/states/error-text';
import { hasDigestMail, timeZones, withTimeZone } from './digest-mail-time-zone';

const texts = t.notificationSettings.mail;
const INTERVALS = ['immediately', 'daily', 'weekly', 'off'] as const;

export function MailSettings({ stored }: { readonly stored: NotificationSettings }) {
  const change = useChangeNotificationSettings();
  const manages = useMayDo('webhooks.manage');
  const settings = change.withPending(stored);
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
      <SelectField
        label={texts.new_feedback_mail}
        value={settings.new_feedback_mail}
        options={labelled(INTERVALS, texts.intervals)}
        onChange={(interval) => save({ new_feedback_mail: interval })}
      />
      {settings.new_feedback_mail !== 'off' && (
        <ViewSelect value={settings.new_feedback_view} onChange={(id) => save({ new_feedback_view: id })} />
      )}
      <SelectField
        label={texts.quarantine_mail}
        value={settings.quarantine_mail}
        options={labelled(['daily', 'off'], texts.intervals)}
        onChange={(interval) => save({ quarantine_mail: interval })}
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
      <ErrorText error={change.error} />
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
    <SelectField
      label={texts.new_feedback_view}
      description={texts.viewHint}
      value={isKnown ? value : null}
      disabled={!views}
      options={[{ value: null, label: texts.allItems }, ...options]}
      onChange={onChange}
    />
  );
}
