import styles from './method-badge.module.css';
import type { Method } from '../document/openapi';

/** The HTTP method as text; its color is decoration. */
export function MethodBadge({ method }: { readonly method: Method }) {
  return (
    <span className={styles.method} data-method={method}>
      {method === 'delete' ? 'DEL' : method.toUpperCase()}
    </span>
  );
}
