import type { ChangedStatus, Item, StatusMessage } from '@libs/contract';
import { MESSAGE_MAX } from '@libs/feedback';
import { Textarea } from '@mantine/core';
import { t } from '../../../../messages';
import { FormDialog } from '../../../../ui/forms/form-dialog';
import { ErrorNote } from '../../../../ui/states/error-note';
import { Note } from '../../../../ui/states/note';
import { QueryState } from '../../../../ui/states/query-state';
import { EmptyState } from '../../../../ui/states/empty-state';
import { formatDateTime } from '../../../../ui/time/format-time';
import { StatusName } from '../../activity/status-name';
import { remainingText } from '../../editing/remaining-text';
import styles from '../status-messages.module.css';
import { MailPreview } from './mail-preview';
import { OtherDialog, Pending } from './other-dialog';
import { TestButton } from './test-button';
import { heldMessage, toldMessage } from '../told-status';
import { useTellForm } from './use-tell-form';

const texts = t.statusMessages.dialog;

interface Props {
  readonly items: readonly ChangedStatus[];
  /** The item, if it is one. */
  readonly item: Item | undefined;
  /** Its messages, newest first. */
  readonly messages: readonly StatusMessage[];
  readonly onClose: () => void;
}

/** What the team writes, and the mail with it as it will be sent. */
export function TellForm({ items, item, messages, onClose }: Props) {
  const held = heldMessage(messages);
  const told = item && toldMessage(messages, item.status);
  const { form, preview, ...tell } = useTellForm(items, held, onClose);
  const message = form.input('message');
  const recipients = preview.data?.recipients;
  if (preview.isLoading) return <Pending />;
  if (recipients === 0) {
    const { title, text } = preview.data?.mail === null ? texts.unchanged : texts.noOne;
    return (
      <OtherDialog onClose={onClose}>
        <EmptyState title={title} hint={text} />
      </OtherDialog>
    );
  }
  const title = recipients === undefined ? texts.unknown : texts.title(recipients);
  return (
    <FormDialog
      title={title}
      size="xl"
      submit={title}
      disabled={recipients === undefined}
      isPending={tell.telling.isPending}
      onSubmit={tell.submit}
      onClose={onClose}
      other={<TestButton test={tell.test} isDisabled={!tell.language} onSend={() => tell.sendTest()} />}
    >
      <p className={styles.about}>
        {item ? (
          <>
            “{item.title}” {texts.one} <StatusName status={item.status} />
          </>
        ) : (
          `${texts.several(items.length)} ${texts.severalHint}`
        )}
      </p>
      {held && <Note tone="info">{texts.held}</Note>}
      {told && (
        <Note tone="warning">
          {texts.toldBefore(told.recipients, formatDateTime(told.sent_at ?? told.created_at))}
        </Note>
      )}
      <Textarea
        data-autofocus
        label={texts.message}
        autosize
        minRows={3}
        maxRows={8}
        {...message}
        description={
          remainingText(MESSAGE_MAX, form.values.message) ??
          (item?.status === 'declined' ? texts.declined : texts.hint)
        }
      />
      <QueryState query={preview} loading={texts.loading} rows={3} failed={texts.failed}>
        {(shown) => <MailPreview preview={shown} language={tell.language} onChoose={tell.setLanguage} />}
      </QueryState>
      {/* An error of the field is beside it. */}
      <ErrorNote
        error={message.error ? null : (tell.telling.error ?? tell.test.error)}
        texts={texts.errors}
      />
      <p className={styles.statement}>{texts.statement}</p>
    </FormDialog>
  );
}
