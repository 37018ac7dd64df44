import { Check } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { t } from '../../../messages';
import styles from './home.module.css';

interface Props {
  readonly number: number;
  readonly title: string;
  readonly body: string;
  readonly isDone: boolean;
  readonly children?: ReactNode;
}

export function Step({ number, title, body, isDone, children }: Props) {
  const id = useId();
  return (
    <li className={styles.step} aria-labelledby={id} data-done={isDone || undefined}>
      <span className={styles.mark} aria-hidden>
        {isDone ? <Check size={15} strokeWidth={3} /> : number}
      </span>
      <div>
        <h2 id={id} className={styles.title}>
          {title} <span className="visually-hidden">({isDone ? t.home.done : t.home.open})</span>
        </h2>
        <p className={styles.body}>{body}</p>
        {children && <div className={styles.content}>{children}</div>}
      </div>
    </li>
  );
}
