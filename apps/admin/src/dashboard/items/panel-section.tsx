import { useId, type ReactNode } from 'react';
import styles from './items.module.css';

interface Props {
  readonly title: string;
  /** ID of the heading, if something refers to it. */
  readonly titleId?: string;
  /** Buttons beside the title. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** A part of the panel of an item, below its fields. */
export function PanelSection({ title, titleId, aside, children }: Props) {
  const ownId = useId();
  const id = titleId ?? ownId;
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.sectionHead}>
        <h2 id={id} className={styles.sectionTitle} tabIndex={-1}>
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
