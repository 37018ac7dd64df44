import { initialsOf } from './initials';
import styles from './avatar.module.css';

/** The initials of a person. Decoration: the name is beside it. */
export function Avatar({ name, size = 28 }: { readonly name: string; readonly size?: number }) {
  return (
    <span className={styles.avatar} style={{ width: size, height: size, fontSize: size * 0.39 }} aria-hidden>
      {initialsOf(name)}
    </span>
  );
}
