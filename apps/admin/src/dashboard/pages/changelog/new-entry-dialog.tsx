import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { t } from '../../../messages';
import { FormDialog } from '../../../ui/forms/form-dialog';
import { ErrorNote } from '../../../ui/states/error-note';
import { useCreateEntry } from '../../api/changelog';
import { draftErrors } from './entry-draft';

const texts = t.changelog.create;

/** Creates a draft with a title, and opens it. */
export function NewEntryDialog({ onClose }: { readonly onClose: () => void }) {
  const [title, setTitle] = useState('');
  const [error, setError] = useState<string>();
  const create = useCreateEntry();
  const navigate = useNavigate();
  const submit = () => {
    const { title: issue } = draftErrors({ title, text: '' });
    setError(issue);
    if (issue === undefined)
      create.mutate({ title }, { onSuccess: ({ id }) => void navigate(`/changelog/${id}`) });
  };
  return (
    <FormDialog
      title={texts.title}
      submit={texts.submit}
      isPending={create.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        data-autofocus
        label={texts.field}
        value={title}
        error={error}
        onChange={({ currentTarget: { value } }) => {
          setTitle(value);
          setError(undefined);
        }}
      />
      <ErrorNote error={create.error} />
    </FormDialog>
  );
}
