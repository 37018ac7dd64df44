import { Loader } from '@mantine/core';
import { t } from '../../messages';
import styles from './splash.module.css';

/** Before there is anything to show; whoever gets it at once does not see it. */
export function Splash() {
  return (
    <div className={styles.splash} role="status">
      <Loader size="sm" aria-hidden />
      <span className="visually-hidden">{t.shell.loading}</span>
    </div>
  );
}
