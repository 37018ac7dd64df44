import styles from './count-badge.module.css';

interface Props {
  readonly count: number;
  readonly className?: string;
}

/** A number beside or on an icon. Decoration: the name of the element has it, too. */
export const CountBadge = ({ count, className = '' }: Props) => (
  <span className={`${styles.badge} ${className}`} aria-hidden>
    {count > 99 ? '99+' : count}
  </span>
);
