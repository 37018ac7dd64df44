import type { FormSettings, SessionInfo } from '@libs/contract';
import { Stack } from '@mantine/core';
import { useRef, type FormEvent } from 'react';
import { t } from '../../../messages';
import { LeaveGuard } from '../../../ui/forms/leave-guard';
import { Section } from '../../../ui/layout/section';
import { SaveBar } from '../../../ui/pages/save-bar';
import { SlugField } from './fields/slug-field';
import { EmailFieldSetting } from './fields/email-field';
import styles from './form.module.css';
import { AccentField } from './fields/accent-field';
import { LanguageField } from './fields/language-field';
import { IdentitySwitch } from './fields/identity-switch';
import { ReceiptsSwitch } from './fields/receipts-switch';
import { StatusMessagesField } from './fields/status-messages-field';
import { OpenSwitch } from './fields/open-switch';
import { FormPreview } from './form-preview';
import { ShareSection } from './share';
import { useFormDraft } from './use-form-draft';
import { WidgetSection } from './widget/widget-section';
import { TextFields } from './fields/text-fields';

interface Props {
  readonly saved: FormSettings;
  readonly account: SessionInfo['account'];
  readonly baseUrl: string;
}

/** All form settings with a preview. Changes take effect when saved. */
export function FormEditor({ saved, account, baseUrl }: Props) {
  const { draft, errors, isDirty, save, set, discard, submit } = useFormDraft(saved);
  const form = useRef<HTMLFormElement>(null);
  const focus = ([first]: readonly string[]) =>
    form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isDirty) submit(focus);
  };

  return (
    <Stack gap="xl">
      <div className={styles.columns}>
        <form ref={form} className={styles.fields} onSubmit={onSubmit} noValidate aria-label={t.form.title}>
          <ShareSection url={saved.url} />
          <Section title={t.form.address.title}>
            <Stack gap="lg">
              <OpenSwitch open={draft.open} onChange={(open) => set({ open })} />
              <SlugField draft={draft} saved={saved} error={errors.slug} onChange={(slug) => set({ slug })} />
            </Stack>
          </Section>
          <TextFields draft={draft} errors={errors} accountName={account.name} onChange={set} />
          <Section title={t.form.look.title}>
            <Stack gap="lg">
              <AccentField
                accent={draft.accent}
                error={errors.accent}
                onChange={(accent) => set({ accent })}
              />
              <EmailFieldSetting value={draft.email_field} onChange={(email_field) => set({ email_field })} />
              {draft.email_field !== 'hidden' && (
                <ReceiptsSwitch isOn={draft.receipts} onChange={(receipts) => set({ receipts })} />
              )}
              <IdentitySwitch
                isOn={draft.require_identity}
                onChange={(require_identity) => set({ require_identity })}
              />
              <StatusMessagesField
                value={draft.status_messages}
                onChange={(status_messages) => set({ status_messages })}
              />
              <LanguageField value={draft.language} onChange={(language) => set({ language })} />
            </Stack>
          </Section>
          <SaveBar
            isDirty={isDirty}
            save={save}
            isInvalid={Object.keys(errors).length > 0}
            onDiscard={discard}
          />
        </form>
        <FormPreview draft={draft} accountName={account.name} />
      </div>
      <WidgetSection saved={saved} baseUrl={baseUrl} />
      <LeaveGuard texts={t.form.leave} when={isDirty} onLeave={discard} />
    </Stack>
  );
}
