import type { Webhook } from '@libs/contract';
import { Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useReplay, useReplayCount } from '../../../../api/webhooks/deliveries';
import { t } from '../../../../../messages';
import { FormDialog } from '../../../../../ui/forms/form-dialog';
import { Note } from '../../../../../ui/states/note';
import { notify } from '../../../../items/notices';
import { WebhookError } from '../webhook-error';
import { defaultSpan, spanErrors, spanOf, type SpanForm } from './replay-span';

const texts = t.deliveries.replay;
const TYPING_MS = 300;

interface Props {
  readonly webhook: Webhook;
  readonly onClose: () => void;
}

/** Counts the events of a span first, and then sends them. */
export function ReplayDialog({ webhook: { id, status }, onClose }: Props) {
  const [form, setForm] = useState<SpanForm>(() => defaultSpan(new Date()));
  const [counted] = useDebouncedValue(form, TYPING_MS);
  const count = useReplayCount(id, spanOf(counted));
  const replay = useReplay(id);
  const errors = spanErrors(form);
  const span = spanOf(form);
  const known = counted === form && !count.isFetching ? count.data : undefined;
  const isActive = status === 'active';
  const submit = () =>
    replay.mutate(span!, {
      onSuccess: (queued) => {
        onClose();
        notify({ text: texts.queued(queued) });
      },
    });
  const input = (name: keyof SpanForm) => ({
    type: 'datetime-local',
    value: form[name],
    error: errors[name],
    onChange: (event: { currentTarget: HTMLInputElement }) =>
      setForm({ ...form, [name]: event.currentTarget.value }),
  });

  return (
    <FormDialog
      title={texts.title}
      submit={texts.confirm(known ?? 0)}
      disabled={!span || !isActive || !known}
      isPending={replay.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text>{texts.body}</Text>
      <TextInput label={texts.since} data-autofocus {...input('since')} />
      <TextInput label={texts.until} description={texts.untilHint} {...input('until')} />
      <Text role="status" fw={500}>
        {known !== undefined ? texts.count(known) : span && !count.error && texts.counting}
      </Text>
      {!isActive && <Note tone="warning">{texts.disabled}</Note>}
      <WebhookError error={replay.error ?? count.error} />
    </FormDialog>
  );
}
