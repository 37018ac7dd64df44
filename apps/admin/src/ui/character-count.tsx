import { codePoints } from '@libs/kernel';
import { t } from '../messages';
import styles from './character-count.module.css';

interface Props {
  readonly text: string;
  readonly max: number;
}

/** The length of a text, below its field. Announced only if the text is too long. */
export function CharacterCount({ text, max }: Props) {
  const used = codePoints(text);
  return used > max ? (
    <p className={styles.over} role="status">
      {t.form.words.over(used - max)}
    </p>
  ) : (
    <p className={styles.count}>{t.form.words.left(used, max)}</p>
  );
}
