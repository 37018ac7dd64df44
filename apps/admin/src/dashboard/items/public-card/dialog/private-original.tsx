import type { Item } from '@libs/contract';
import { Button } from '@mantine/core';
import { Lock } from 'lucide-react';
import { useId } from 'react';
import { t } from '../../../../messages';
import { Hint } from '../../../../ui/hint';
import styles from '../public-card.module.css';

const texts = t.publishing.dialog;

interface Props {
  readonly item: Item;
  readonly onUseTitle: () => void;
}

/** The private texts of an item, to read while its public ones are written. */
export function PrivateOriginal({ item: { title, description }, onUseTitle }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles.original}>
      <h3 id={id} className={styles.label}>
        <Lock size={13} />
        {texts.original}
      </h3>
      <Hint>{texts.originalHint}</Hint>
      <div className={styles.originalText} tabIndex={0} role="group" aria-label={texts.originalText}>
        <p className={styles.originalTitle}>{title}</p>
        {description ? <div className={styles.text}>{description}</div> : <Hint>{texts.noDescription}</Hint>}
      </div>
      <Button size="compact-xs" variant="default" onClick={onUseTitle}>
        {texts.useTitle}
      </Button>
    </section>
  );
}
