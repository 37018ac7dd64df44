import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { CloudOff } from 'lucide-react';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { connection } from '../api/connection';
import { t } from '../../messages';
import styles from './connection-banner.module.css';

const AGAIN_MS = 10_000;

const texts = t.shell.connection;

/** Says that the service is away, for as long as it is, and finds out by itself when it is back. */
export function ConnectionBanner() {
  const state = useSyncExternalStore(connection.subscribe, connection.snapshot);
  const queries = useQueryClient();
  const retry = useCallback(async () => {
    await queries.refetchQueries({ queryKey: ['session'] });
    if (connection.snapshot() === 'fine') {
      await queries.refetchQueries({ type: 'active', predicate: (query) => query.state.status === 'error' });
    }
  }, [queries]);
  const isAway = state !== 'fine';
  useEffect(() => {
    if (!isAway) return;
    const again = () => void retry();
    const timer = setInterval(again, AGAIN_MS);
    window.addEventListener('online', again);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', again);
    };
  }, [isAway, retry]);

  return (
    <div role="status" className={styles.place}>
      {isAway && (
        <div className={styles.banner}>
          <CloudOff size={16} aria-hidden />
          <span className={styles.words}>{texts[navigator.onLine ? state : 'offline']}</span>
          <Button size="compact-sm" variant="default" onClick={() => void retry()}>
            {texts.retry}
          </Button>
        </div>
      )}
    </div>
  );
}
