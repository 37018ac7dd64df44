import type { PublicPages } from '@libs/contract';
import { Stack, Switch } from '@mantine/core';
import { useRef, type FormEvent } from 'react';
import { t } from '../../../messages';
import { LeaveGuard } from '../../../ui/forms/leave-guard';
import { EmbedSnippet } from '../../../ui/code/embed-snippet';
import { SharedUrl } from '../../../ui/code/shared-url';
import { Section } from '../../../ui/layout/section';
import { SaveBar } from '../../../ui/pages/save-bar';
import { useSettingsDraft } from '../../../ui/pages/use-settings-draft';
import { useChangePublicPages } from '../../api/public-pages';
import { ContentFields } from './content-fields';
import { changedSettings, draftErrors, rejectedFields, toDraft } from './roadmap-draft';
import styles from './roadmap.module.css';

interface Props {
  readonly saved: PublicPages;
  readonly baseUrl: string;
  readonly slug: string;
}

const texts = t.roadmap;

/** The settings of public pages. Changes take effect when saved. */
export function RoadmapEditor({ saved, baseUrl, slug }: Props) {
  const save = useChangePublicPages();
  const { draft, errors, isDirty, set, discard, submit } = useSettingsDraft({
    stored: toDraft(saved),
    changeOf: (changed) => changedSettings(changed, saved),
    errorsOf: draftErrors,
    rejected: rejectedFields,
    save,
  });
  const form = useRef<HTMLFormElement>(null);
  const focus = ([first]: readonly string[]) =>
    form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isDirty) submit(focus);
  };
  return (
    <>
      <form ref={form} className={styles.form} onSubmit={onSubmit} noValidate aria-label={texts.form}>
        <Section title={texts.availability.title} hint={texts.availability.hint}>
          <Stack gap="md">
            <Switch
              name="roadmap"
              label={texts.availability.label}
              description={draft.roadmap ? texts.availability.on : texts.availability.off}
              checked={draft.roadmap}
              onChange={({ currentTarget: { checked } }) => set({ roadmap: checked })}
            />
            {saved.roadmap && (
              <>
                <SharedUrl
                  url={`${baseUrl}/f/${slug}/roadmap`}
                  copy={texts.availability.copy}
                  open={texts.availability.open}
                />
                <EmbedSnippet name="roadmap" texts={t.roadmap.embed} baseUrl={baseUrl} slug={slug} />
              </>
            )}
          </Stack>
        </Section>
        <ContentFields draft={draft} errors={errors} onChange={set} />
        <Section title={texts.votes.title}>
          <Switch
            name="votes"
            label={texts.votes.label}
            description={draft.votes ? texts.votes.on : texts.votes.off}
            checked={draft.votes}
            onChange={({ currentTarget: { checked } }) => set({ votes: checked })}
          />
        </Section>
        <Section title={texts.search.title}>
          <Switch
            name="search_engines"
            label={texts.search.label}
            description={draft.search_engines ? texts.search.on : texts.search.off}
            checked={draft.search_engines}
            onChange={({ currentTarget: { checked } }) => set({ search_engines: checked })}
          />
        </Section>
        <SaveBar
          isDirty={isDirty}
          save={save}
          isInvalid={Object.keys(errors).length > 0}
          onDiscard={discard}
        />
      </form>
      <LeaveGuard texts={t.form.leave} when={isDirty} onLeave={discard} />
    </>
  );
}
