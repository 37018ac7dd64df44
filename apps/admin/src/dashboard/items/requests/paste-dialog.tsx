import type { Item } from '@libs/contract';
import { Checkbox, Progress, Stack, Textarea } from '@mantine/core';
import { useRef } from 'react';
import { t } from '../../../messages';
import { FormDialog } from '../../../ui/forms/form-dialog';
import { ErrorNote } from '../../../ui/states/error-note';
import { Note } from '../../../ui/states/note';
import { notify } from '../notices';
import { PastePreview } from './paste-preview';
import styles from './requests.module.css';
import { usePaste } from './use-paste';

const texts = t.requests.paste;

interface Props {
  readonly item: Item;
  readonly onClose: () => void;
}

/** Adds several requests from a pasted text. Lines with errors stay in the field. */
export function PasteDialog({ item, onClose }: Props) {
  const paste = usePaste(item);
  const field = useRef<HTMLTextAreaElement>(null);
  const { sent, result, valid, count } = paste;
  const isSending = sent !== null;
  const canSend = count > 0 && !paste.isTooLong && !isSending;
  const close = () => (paste.stop(), onClose());
  async function submit(): Promise<void> {
    if (!canSend) return;
    const { added, error, rest } = await paste.send();
    // Null if the dialog was closed in the meantime.
    const isOpen = field.current !== null;
    if (!isOpen && error) notify({ text: texts.failed(added), isError: true });
    else if (added > 0 && (!isOpen || rest === '')) notify({ text: texts.done(added) });
    if (!isOpen) return;
    if (rest === '') onClose();
    else field.current?.focus();
  }
  return (
    <FormDialog
      title={texts.title}
      size="lg"
      submit={texts.submit(count)}
      disabled={!canSend && !isSending}
      isPending={isSending}
      canStop
      onSubmit={() => void submit()}
      onClose={close}
    >
      <Textarea
        ref={field}
        data-autofocus
        label={texts.label}
        description={texts.hint}
        placeholder={texts.placeholder}
        autosize
        minRows={4}
        maxRows={10}
        spellCheck={false}
        readOnly={isSending}
        classNames={{ input: styles.pasted }}
        value={paste.text}
        onChange={({ currentTarget: { value } }) => paste.setText(value)}
      />
      <Checkbox
        label={t.requests.agreed(2)}
        description={t.requests.hints.agreed}
        disabled={isSending}
        checked={paste.isAgreed}
        onChange={({ currentTarget: { checked } }) => paste.setAgreed(checked)}
      />
      {isSending ? (
        <Stack gap={6}>
          <Progress value={(sent / valid.length) * 100} aria-label={texts.title} />
          <p className={styles.summary} role="status">
            {texts.sending(sent, valid.length)}
          </p>
        </Stack>
      ) : (
        <>
          {result?.error ? (
            <ErrorNote error={result.error} title={texts.failed(result.added)} />
          ) : (
            result && (
              <Note tone="success" role="status">
                {texts.done(result.added)}
              </Note>
            )
          )}
          <PastePreview paste={paste} />
        </>
      )}
    </FormDialog>
  );
}
