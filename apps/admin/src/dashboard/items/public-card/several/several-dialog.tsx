import type { Item } from '@libs/contract';
import { Progress, Stack } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { t } from '../../../../messages';
import { FormDialog } from '../../../../ui/forms/form-dialog';
import { ErrorNote } from '../../../../ui/states/error-note';
import { Note } from '../../../../ui/states/note';
import { Hint } from '../../../../ui/hint';
import styles from '../public-card.module.css';
import { LineRow } from './line-row';
import { includedLines, publishableOf, type Publishable } from './publish-lines';
import { usePublishLines } from './use-publish-lines';

const texts = t.publishing.many;

interface Props {
  readonly items: readonly Item[];
  /** Number of selected items; can be more than `items`. */
  readonly count: number;
  readonly onClose: () => void;
}

/** Publishes several items with their titles. Lines that fail stay. */
export function SeveralDialog({ items, count, onClose }: Props) {
  // The items as they were when the dialog opened: those it publishes must not count as left out.
  const [publishable] = useState(() => publishableOf(items, count));
  const publishing = usePublishLines(publishable.items, onClose);
  const { lines, sent, result } = publishing;
  const included = includedLines(lines).length;
  const isSending = sent !== null;
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // The fields of lines that failed come first.
    if (result) list.current?.querySelector('textarea')?.focus();
  }, [result]);
  return (
    <FormDialog
      title={texts.title(lines.length)}
      size="xl"
      submit={texts.submit(included)}
      disabled={included === 0}
      isPending={isSending}
      canStop
      onSubmit={() => void publishing.send()}
      onClose={publishing.close}
    >
      <Hint>{texts.hint}</Hint>
      <Skipped {...publishable.skipped} />
      {isSending && (
        <Stack gap={6}>
          <Progress value={(sent.done / sent.total) * 100} aria-label={texts.title(sent.total)} />
          <p className={styles.sending} role="status">
            {texts.sending(sent.done, sent.total)}
          </p>
        </Stack>
      )}
      {result?.error ? (
        <ErrorNote error={result.error} title={result.text} />
      ) : (
        result && (
          <Note tone="danger" role="alert">
            {result.text}
          </Note>
        )
      )}
      <ul ref={list} className={styles.lines} aria-label={texts.lines}>
        {lines.map((line, at) => (
          <LineRow
            key={line.item.id}
            line={line}
            hasFocus={at === 0}
            isReadOnly={isSending}
            onChange={(change) => publishing.change(line.item.id, change)}
          />
        ))}
      </ul>
    </FormDialog>
  );
}

function Skipped(skipped: Publishable['skipped']) {
  const reasons = [
    skipped.public > 0 && texts.skippedPublic(skipped.public),
    skipped.merged > 0 && texts.skippedMerged(skipped.merged),
    skipped.others > 0 && texts.skippedOthers(skipped.others),
  ].filter((reason) => reason !== false);
  return reasons.length > 0 && <Note tone="info">{texts.skipped(reasons)}</Note>;
}
