import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useCreateAccount } from '../../api/account';
import { itemMutations } from '../../items/mutations/item-mutations';
import { t } from '../../../messages';
import { errorMessage, fieldErrors } from '../../../ui/error-messages';
import { requiredError } from '../../../ui/forms/required-error';
import { useFields } from '../../../ui/forms/use-fields';
import { useReturnFocus } from '../../../ui/forms/use-return-focus';
import { Note } from '../../../ui/states/note';

const texts = t.signUp;

/** Creates another account of the person, and opens it. */
export function NewAccountDialog({ onClose }: { readonly onClose: () => void }) {
  const { removals } = itemMutations(useQueryClient());
  const create = useCreateAccount(() => removals.sendNow(false));
  const form = useFields({ name: '' }, ({ name }) => ({ name: requiredError(name, texts.missing.name) }));
  useReturnFocus(true);
  const submit = form.submit(() =>
    create.mutate(form.values, {
      // A reload clears the data of the account before from memory.
      onSuccess: () => window.location.assign('/app/'),
      onError: (error) => form.showErrors(error, texts.errors),
    }),
  );
  return (
    <Modal opened onClose={onClose} title={t.shell.accounts.create}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput
            {...form.input('name')}
            label={texts.name}
            description={texts.nameHint}
            autoComplete="organization"
            data-autofocus
            required
            withAsterisk={false}
          />
          {create.error && !fieldErrors(create.error)['name'] && (
            <Note tone="danger" role="alert">
              {errorMessage(create.error)}
            </Note>
          )}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              {t.ui.cancel}
            </Button>
            <Button type="submit" loading={create.isPending || create.isSuccess}>
              {texts.submit}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
