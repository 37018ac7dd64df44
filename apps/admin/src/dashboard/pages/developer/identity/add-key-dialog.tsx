import {
  IDENTITY_KEY_TYPES,
  type IdentityKeyType,
  type IssuedIdentityKey,
  type NewIdentityKeyBody,
} from '@libs/contract';
import { Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../../../messages';
import { ChoiceField } from '../../../../ui/forms/choice-field';
import { FormDialog } from '../../../../ui/forms/form-dialog';
import { useFields } from '../../../../ui/forms/use-fields';
import { ErrorNote } from '../../../../ui/states/error-note';
import { fieldErrors } from '../../../../ui/error-messages';
import { useAddIdentityKey } from '../../../api/identity';

interface Props {
  readonly onClose: () => void;
  readonly onAdded: (key: IssuedIdentityKey) => void;
}

const texts = t.identity.create;

/** Adds a key of one of the types, which has one field each. */
export function AddKeyDialog({ onClose, onAdded }: Props) {
  const [type, setType] = useState<IdentityKeyType>('public');
  const add = useAddIdentityKey();
  const fields = useFields({ key: '', url: '', secret: '' }, ({ key, url }) => ({
    key: type === 'public' && key.trim() === '' ? texts.required : null,
    url: type === 'jwks' && url.trim() === '' ? texts.required : null,
  }));
  const send = () =>
    add.mutate(bodyOf(type, fields.values), {
      onSuccess: onAdded,
      onError: (error) => fields.showErrors(error),
    });
  const plain = { autoComplete: 'off', spellCheck: false } as const;
  return (
    <FormDialog
      title={texts.title}
      size="lg"
      submit={texts.submit}
      isPending={add.isPending}
      onSubmit={fields.submit(send)}
      onClose={onClose}
    >
      <ChoiceField
        label={texts.type}
        value={type}
        values={IDENTITY_KEY_TYPES}
        textOf={(each) => t.identity.types[each]}
        onChange={setType}
        hasFocus
      />
      {type === 'public' && (
        <Textarea
          {...plain}
          label={texts.fields.key}
          description={texts.fields.keyHint}
          autosize
          minRows={4}
          maxRows={10}
          {...fields.input('key')}
        />
      )}
      {type === 'jwks' && (
        <TextInput {...plain} type="url" label={texts.fields.url} {...fields.input('url')} />
      )}
      {type === 'secret' && (
        <TextInput
          {...plain}
          label={texts.fields.secret}
          description={texts.fields.secretHint}
          {...fields.input('secret')}
        />
      )}
      {Object.keys(fieldErrors(add.error)).length === 0 && <ErrorNote error={add.error} />}
    </FormDialog>
  );
}

function bodyOf(
  type: IdentityKeyType,
  { key, url, secret }: Readonly<Record<'key' | 'url' | 'secret', string>>,
): NewIdentityKeyBody {
  if (type === 'public') return { type, key };
  if (type === 'jwks') return { type, url: url.trim() };
  return secret === '' ? { type } : { type, secret };
}
