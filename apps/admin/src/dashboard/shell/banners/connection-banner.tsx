import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { CloudOff } from 'lucide-react';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { connection } from '../../api/requests/connection';
import { t } from '../../../messages';
import { Banner, StickyBanner } from './banner';

const RETRY_MS = 10_000;

const texts = t.shell.connection;

/** Reports that the service is unavailable, and polls until it is back. */
export function ConnectionBanner() {
  const state = useSyncExternalStore(connection.subscribe, connection.snapshot);
  const queryClient = useQueryClient();
  const retry = useCallback(async () => {
    await queryClient.refetchQueries({ queryKey: ['session'] });
    if (connection.snapshot() === 'fine') {
      await queryClient.refetchQueries({
        type: 'active',
        predicate: (query) => query.state.status === 'error',
      });
    }
  }, [queryClient]);
  const isDisconnected = state !== 'fine';
  useEffect(() => {
    if (!isDisconnected) return;
    const handleOnline = () => void retry();
    const timer = setInterval(handleOnline, RETRY_MS);
    window.addEventListener('online', handleOnline);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', handleOnline);
    };
  }, [isDisconnected, retry]);

  return (
    <StickyBanner>
      {isDisconnected && (
        <Banner icon={CloudOff} text={texts[navigator.onLine ? state : 'offline']}>
          <Button size="compact-sm" variant="default" onClick={() => void retry()}>
            {texts.retry}
          </Button>
        </Banner>
      )}
    </StickyBanner>
  );
}
