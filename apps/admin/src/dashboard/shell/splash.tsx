import { Loader } from '@mantine/core';
import { t } from '../../messages';
import styles from './splash.module.css';

/** Loading screen, displayed only if loading takes a while. */
export function Splash() {
  return (
    <div className={styles.splash} role="status">
      <Loader size="sm" aria-hidden />
      <span className="visually-hidden">{t.shell.loading}</span>
    </div>
  );
}
