import type { ChangelogEntry } from '@libs/contract';
import { ENTRY_TEXT_MAX } from '@libs/feedback';
import { Textarea, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useRef, useState, type FormEvent } from 'react';
import { Navigate } from 'react-router';
import { t } from '../../../../messages';
import { errorMessage } from '../../../../ui/error-messages';
import { LeaveGuard } from '../../../../ui/forms/leave-guard';
import { PageHeader } from '../../../../ui/pages/page-header';
import { SaveBar } from '../../../../ui/pages/save-bar';
import { useSettingsDraft } from '../../../../ui/pages/use-settings-draft';
import { Note } from '../../../../ui/states/note';
import { useChangeEntry, useEntryPreview } from '../../../api/changelog';
import { useMayDo } from '../../../api/team/role';
import { remainingText } from '../../../items/editing/remaining-text';
import { notify } from '../../../items/notices';
import styles from '../changelog.module.css';
import { changedFields, draftErrors, rejectedFields, toDraft, withKnownItems } from '../entry-draft';
import { EntryActions } from './entry-actions';
import { EntryItems } from './entry-items';
import { EntryTelling } from './entry-telling';
import { EntryPreview } from './entry-preview';
import { PublishDialog } from './publish-dialog';
import { RemoveEntryDialog } from './remove-entry-dialog';

const texts = t.changelog.entry;
/** How long typing pauses before the preview follows. */
const PREVIEW_MS = 300;

interface Props {
  readonly saved: ChangelogEntry;
  /** True if it has been deleted since. Its text can still be copied. */
  readonly isMissing: boolean;
}

/** An entry, which members who may change items edit. Changes take effect when saved. */
export function EntryEditor({ saved, isMissing }: Props) {
  const save = useChangeEntry(saved.id);
  const mayChange = useMayDo('items.change');
  const { draft, errors, isDirty, set, discard, submit } = useSettingsDraft({
    stored: toDraft(saved),
    changeOf: (changed) => changedFields(changed, saved),
    errorsOf: draftErrors,
    rejected: rejectedFields,
    save: { ...save, mutate: (change, options) => save.mutate(withKnownItems(change, known), options) },
  });
  const [open, setOpen] = useState<'publish' | 'remove' | null>(null);
  const [isRemoved, setRemoved] = useState(false);
  const [shown] = useDebouncedValue(draft, PREVIEW_MS);
  const isShowable = Object.keys(draftErrors({ ...shown, title: shown.title.trim() || '-' })).length === 0;
  const { title, text, items } = isShowable ? shown : toDraft(saved);
  const preview = useEntryPreview({
    text,
    items,
    published_at: saved.published_at,
    ...(title.trim() !== '' && { title }),
  });
  /** Those of the draft, unless a preview of others is shown. */
  const known = preview.isPlaceholderData || items !== draft.items ? undefined : preview.data?.items;
  const form = useRef<HTMLFormElement>(null);
  const focus = ([first]: readonly string[]) =>
    form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isDirty) submit(focus);
  };
  const unpublish = () =>
    save.mutate(
      { status: 'draft' },
      {
        onSuccess: () => notify({ text: texts.unpublished }),
        onError: (error) => notify({ text: errorMessage(error), isError: true }),
      },
    );
  const publish = () => {
    const issues = Object.keys(draftErrors(draft));
    if (issues.length > 0) submit(focus);
    else setOpen('publish');
  };
  const actions = mayChange && (
    <EntryActions
      entry={saved}
      isPending={save.isPending}
      onPublish={publish}
      onUnpublish={unpublish}
      onRemove={() => setOpen('remove')}
    />
  );
  if (isRemoved) return <Navigate to="/changelog" replace />;
  return (
    <>
      <PageHeader title={saved.title} lead={t.changelog.status[saved.status]} actions={actions} />
      {isMissing && (
        <Note tone="danger" title={texts.missingTitle} role="alert">
          {texts.missingText}
        </Note>
      )}
      {!mayChange && <Note tone="info">{texts.readOnly}</Note>}
      <div className={styles.editor}>
        <form ref={form} className={styles.fields} onSubmit={onSubmit} noValidate aria-label={texts.form}>
          <TextInput
            name="title"
            label={texts.title}
            value={draft.title}
            error={errors.title}
            readOnly={!mayChange}
            onChange={({ currentTarget: { value } }) => set({ title: value })}
          />
          <Textarea
            name="text"
            className={styles.text}
            label={texts.text}
            description={remainingText(ENTRY_TEXT_MAX, draft.text) ?? texts.textHint}
            value={draft.text}
            error={errors.text}
            readOnly={!mayChange}
            autosize
            minRows={10}
            maxRows={30}
            onChange={({ currentTarget: { value } }) => set({ text: value })}
          />
          <EntryItems
            draft={draft}
            items={preview.data?.items ?? []}
            error={errors.items}
            isReadOnly={!mayChange}
            onChange={set}
          />
          <EntryTelling entry={saved} onTell={publish} />
          {mayChange && (
            <SaveBar
              isDirty={isDirty}
              save={save}
              isInvalid={Object.keys(errors).length > 0}
              onDiscard={discard}
            />
          )}
        </form>
        <EntryPreview preview={preview} />
      </div>
      {open === 'publish' && (
        <PublishDialog
          entry={saved}
          change={changedFields(draft, saved)}
          itemIds={draft.items}
          onPublished={discard}
          onClose={() => setOpen(null)}
        />
      )}
      {open === 'remove' && (
        <RemoveEntryDialog entry={saved} onRemoved={() => setRemoved(true)} onClose={() => setOpen(null)} />
      )}
      <LeaveGuard texts={t.changelog.leave} when={isDirty} onLeave={discard} />
    </>
  );
}
