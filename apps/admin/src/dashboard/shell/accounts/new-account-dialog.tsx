import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useCreateAccount } from '../../api/account';
import { storeChanges } from '../../items/mutations/item-mutations';
import { t } from '../../../messages';
import { fieldErrors } from '../../../ui/error-messages';
import { FormDialog } from '../../../ui/forms/form-dialog';
import { required } from '../../../ui/forms/required';
import { useFields } from '../../../ui/forms/use-fields';
import { ErrorNote } from '../../../ui/states/error-note';

const texts = t.signUp;

/** Creates another account of the person, and opens it. */
export function NewAccountDialog({ onClose }: { readonly onClose: () => void }) {
  const queryClient = useQueryClient();
  const create = useCreateAccount(() => storeChanges(queryClient));
  const form = useFields({ name: '' }, required({ name: texts.missing.name }));
  const submit = form.submit(() =>
    create.mutate(form.values, {
      // A reload clears the data of the account before from memory.
      onSuccess: () => window.location.assign('/app/'),
      onError: (error) => form.showErrors(error, texts.errors),
    }),
  );
  return (
    <FormDialog
      title={t.shell.accounts.create}
      submit={texts.submit}
      isPending={create.isPending || create.isSuccess}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        {...form.input('name')}
        label={texts.name}
        description={texts.nameHint}
        autoComplete="organization"
        data-autofocus
        required
      />
      {!fieldErrors(create.error)['name'] && <ErrorNote error={create.error} />}
    </FormDialog>
  );
}
