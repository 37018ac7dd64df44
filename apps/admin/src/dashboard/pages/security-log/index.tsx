import { Button, Stack, Text } from '@mantine/core';
import { ArrowLeft, ShieldCheck } from 'lucide-react';
import { Link } from 'react-router';
import { useSecurityLog } from '../../api/security-log';
import { useCachedSession } from '../../api/session';
import { useActorName } from '../../items/activity/actor-names';
import { t } from '../../../messages';
import { EmptyState } from '../../../ui/states/empty-state';
import { ErrorState } from '../../../ui/states/error-state';
import { LoadingRows } from '../../../ui/states/loading-rows';
import { PageHeader } from '../../../ui/layout/page-header';
import { otherPersonOf, personOf } from './people';
import { SecurityEvent } from './security-event';
import styles from './security-log.module.css';

const texts = t.securityLog;

export default function SecurityLogPage() {
  return (
    <>
      <Link to="/settings/account" className={styles.back}>
        <ArrowLeft size={15} aria-hidden />
        {texts.back}
      </Link>
      <PageHeader title={texts.title} lead={texts.lead} />
      <SecurityEvents />
    </>
  );
}

function SecurityEvents() {
  const log = useSecurityLog();
  const me = useCachedSession()?.person.id;
  const people = log.rows.flatMap((entry) => personOf(entry) ?? []);
  const nameOf = useActorName([...log.rows.map(({ actor }) => actor), ...people], texts.actors);
  const namePerson = useActorName(people, texts.people);
  if (log.isPending) return <LoadingRows label={texts.loading} rows={6} />;
  if (!log.data)
    return <ErrorState title={texts.failed} error={log.error} onRetry={() => void log.refetch()} />;
  if (log.rows.length === 0) {
    return <EmptyState icon={<ShieldCheck size={20} />} title={texts.emptyTitle} hint={texts.emptyText} />;
  }
  return (
    <Stack gap="md" align="flex-start">
      <ul className={styles.list} aria-label={texts.list}>
        {log.rows.map((entry) => (
          <SecurityEvent
            key={entry.id}
            entry={entry}
            actor={nameOf(entry.actor)}
            person={otherPersonOf(entry, namePerson, me)}
          />
        ))}
      </ul>
      {log.isFetchNextPageError && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {texts.moreFailed}
        </Text>
      )}
      {log.hasNextPage && (
        <Button
          variant="default"
          loading={log.isFetchingNextPage}
          onClick={() => void log.fetchNextPage({ cancelRefetch: false })}
        >
          {texts.more}
        </Button>
      )}
    </Stack>
  );
}
