import type { SentTest } from '@libs/contract';
import { Button } from '@mantine/core';
import { t } from '../../../../messages';
import styles from '../status-messages.module.css';

const texts = t.statusMessages.dialog;

interface Props {
  readonly test: { readonly isPending: boolean; readonly data: SentTest | undefined };
  readonly isDisabled: boolean;
  readonly onSend: () => void;
}

/** Sends the shown mail to the signed-in person. */
export function TestButton({ test, isDisabled, onSend }: Props) {
  return (
    <div className={styles.test}>
      <Button variant="default" loading={test.isPending} disabled={isDisabled} onClick={onSend}>
        {texts.test}
      </Button>
      <span role="status">
        {test.data && (test.data.to === null ? texts.notTested : texts.tested(test.data.to))}
      </span>
    </div>
  );
}
