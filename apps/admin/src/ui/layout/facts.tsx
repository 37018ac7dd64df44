import type { ReactNode } from 'react';
import styles from './facts.module.css';

interface Props {
  readonly className?: string;
  readonly children: ReactNode;
}

/** Names and values, in two columns. */
export const Facts = ({ className = '', children }: Props) => (
  <dl className={`${styles.facts} ${className}`}>{children}</dl>
);

interface FactProps {
  readonly label: string;
  readonly children: ReactNode;
}

export const Fact = ({ label, children }: FactProps) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);
