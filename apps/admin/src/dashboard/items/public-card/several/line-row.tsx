import { TITLE_MAX } from '@libs/feedback';
import { Checkbox, Textarea } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { t } from '../../../../messages';
import { remainingText } from '../../editing/remaining-text';
import { DetailWarnings } from '../detail-warnings';
import styles from '../public-card.module.css';
import type { PublishLine } from './publish-lines';

const texts = t.publishing.many;

interface Props {
  readonly line: PublishLine;
  /** Whether its field has the focus when the dialog opens. */
  readonly hasFocus: boolean;
  readonly isReadOnly: boolean;
  readonly onChange: (change: Partial<Pick<PublishLine, 'title' | 'isIncluded'>>) => void;
}

/** Titles are one line, but long ones wrap. */
function submitOnEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}

/** The public title of one item, which can be left out. */
export function LineRow({ line: { item, title, isIncluded, error }, hasFocus, isReadOnly, onChange }: Props) {
  return (
    <li className={styles.line}>
      <Checkbox
        aria-label={texts.include(item.title)}
        checked={isIncluded}
        disabled={isReadOnly}
        onChange={({ currentTarget: { checked } }) => onChange({ isIncluded: checked })}
      />
      <div className={styles.lineField}>
        <Textarea
          autosize
          minRows={1}
          data-autofocus={hasFocus || undefined}
          aria-label={texts.field(item.title)}
          description={remainingText(TITLE_MAX, title)}
          inputWrapperOrder={['input', 'description', 'error']}
          value={title}
          error={error}
          disabled={!isIncluded}
          readOnly={isReadOnly}
          onChange={({ currentTarget: { value } }) => onChange({ title: value.replace(/\s*\n\s*/g, ' ') })}
          onKeyDown={submitOnEnter}
        />
        {title !== item.title && <div className={styles.lineOriginal}>{texts.original(item.title)}</div>}
        <DetailWarnings of={isIncluded ? [title] : []} />
      </div>
    </li>
  );
}
