import type { Item } from '@libs/contract';
import { LINK_KINDS, type LinkKind } from '@libs/feedback';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../../messages';
import { FormDialog } from '../../../ui/forms/form-dialog';
import { SelectField } from '../../../ui/forms/select-field';
import { useFields } from '../../../ui/forms/use-fields';
import { ErrorNote } from '../../../ui/states/error-note';
import { announce } from '../announcer';
import { adding, readLink } from './link-edits';
import { useChangeLinks } from './use-change-links';

const texts = t.links;

interface Props {
  readonly item: Item;
  readonly onClose: () => void;
}

/** Adds a link to an item. */
export function LinkDialog({ item, onClose }: Props) {
  const [kind, setKind] = useState<LinkKind>('other');
  const read = (values: { readonly url: string; readonly title: string }) =>
    readLink({ ...values, kind }, item.links);
  const form = useFields({ url: '', title: '' }, (values) => read(values).errors);
  const change = useChangeLinks(item);
  const submit = form.submit(() =>
    change.mutate(adding(read(form.values).link), {
      onSuccess: () => (announce(texts.add.done), onClose()),
    }),
  );
  return (
    <FormDialog
      title={texts.add.title}
      submit={texts.add.submit}
      isPending={change.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        type="url"
        data-autofocus
        autoComplete="off"
        label={texts.fields.url}
        placeholder="https://"
        {...form.input('url')}
      />
      <SelectField
        label={texts.fields.kind}
        value={kind}
        options={LINK_KINDS.map((value) => ({ value, label: texts.kinds[value] }))}
        onChange={setKind}
      />
      <TextInput
        autoComplete="off"
        label={texts.fields.title}
        description={texts.hints.title}
        {...form.input('title')}
      />
      <ErrorNote error={change.error} title={texts.add.failed} />
    </FormDialog>
  );
}
