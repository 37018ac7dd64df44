import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router';
import styles from './page-header.module.css';

interface Props {
  readonly to: string;
  readonly children: string;
}

/** Above the header of a page that belongs to another one. */
export function BackLink({ to, children }: Props) {
  return (
    <Link to={to} className={styles.back}>
      <ArrowLeft size={15} />
      {children}
    </Link>
  );
}
