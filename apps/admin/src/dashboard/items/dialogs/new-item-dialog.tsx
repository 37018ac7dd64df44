import type { Item, NewItemBody, Status } from '@libs/contract';
import { DEFAULT_STATUS, DESCRIPTION_MAX, STATUSES, submitterEmailRule, TITLE_MAX } from '@libs/feedback';
import type { Issue } from '@libs/kernel';
import { Group, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { fetchData } from '../../api/requests/client';
import { refreshCountsAndFirstPages, showItem } from '../../api/items/item-cache';
import { refreshTags } from '../../api/tags';
import { t } from '../../../messages';
import { FormDialog } from '../../../ui/forms/form-dialog';
import { useFields } from '../../../ui/forms/use-fields';
import { fieldErrors } from '../../../ui/error-messages';
import { ErrorNote } from '../../../ui/states/error-note';
import { notify } from '../notices';
import { SimilarToTitle } from '../similar/similar-to-title';
import { remainingText } from '../editing/remaining-text';
import { textError } from '../editing/use-text-draft';

const texts = t.items.create;
/** Loaded when the dialog opens: its combobox is large, and no one starts with it. */
const TagsField = lazy(async () => ({ default: (await import('../tags/tags-field')).TagsField }));
const EMPTY_VALUES = { title: '', description: '', submitter_email: '', status: DEFAULT_STATUS as Status };
/** Restored when the dialog opens again after it was closed by mistake. */
let lastValues = EMPTY_VALUES;
let lastTags: readonly string[] = [];

interface Props {
  onClose(): void;
  onOpen(id: string): void;
}

/** Creates an item for feedback received elsewhere. */
export function NewItemDialog({ onClose, onOpen }: Props) {
  const queryClient = useQueryClient();
  const form = useFields(lastValues, (values) => ({
    title: textError('title', values.title),
    description: textError('description', values.description),
    submitter_email: values.submitter_email.trim() ? emailError(values.submitter_email) : null,
  }));
  const { values } = form;
  const [tags, setTags] = useState(lastTags);
  useEffect(() => void ([lastValues, lastTags] = [values, tags]), [values, tags]);
  const create = useMutation({
    mutationFn: (body: NewItemBody) => fetchData<Item>('POST', 'feedback', { body }),
    onSuccess(item) {
      [lastValues, lastTags] = [EMPTY_VALUES, []];
      if (item.tags.length > 0) refreshTags(queryClient);
      showItem(queryClient, item, true);
      refreshCountsAndFirstPages(queryClient);
      notify({ text: texts.created(item.title), action: { label: texts.open, run: () => onOpen(item.id) } });
      onClose();
    },
    onError: (error) => form.setErrors(fieldErrors(error)),
  });
  const submit = form.submit(() => {
    const { title, description, submitter_email, status } = values;
    const email = submitter_email.trim() || null;
    create.mutate({ title, description: description || null, submitter_email: email, status, tags });
  });
  return (
    <FormDialog
      title={texts.title}
      size="lg"
      submit={texts.submit}
      isPending={create.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        data-autofocus
        label={t.items.fields.title}
        required
        {...form.input('title')}
        description={remainingText(TITLE_MAX, values.title)}
      />
      <SimilarToTitle title={values.title} onOpen={(id) => (onClose(), onOpen(id))} />
      <Textarea
        label={texts.optional(t.items.fields.description)}
        autosize
        minRows={4}
        maxRows={14}
        {...form.input('description')}
        description={remainingText(DESCRIPTION_MAX, values.description)}
      />
      <Group grow align="flex-start" gap="sm">
        <TextInput
          type="email"
          label={texts.optional(texts.submitter)}
          autoComplete="off"
          {...form.input('submitter_email')}
        />
        <NativeSelect
          label={t.items.fields.status}
          data={STATUSES.map((value) => ({ value, label: t.ui.statuses[value] }))}
          {...form.input('status')}
        />
      </Group>
      <Suspense fallback={<TextInput label={texts.optional(t.tags.title)} disabled />}>
        <TagsField value={tags} onChange={setTags} />
      </Suspense>
      <ErrorNote error={create.error} title={texts.failed} />
    </FormDialog>
  );
}

function emailError(text: string): string | null {
  const issues: Issue[] = [];
  submitterEmailRule.read(text, 'submitter_email', issues);
  return issues.length ? t.items.errors.invalid_format : null;
}
