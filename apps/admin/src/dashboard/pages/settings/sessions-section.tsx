import type { SessionEntry } from '@libs/contract';
import { Button, Group, Stack, Text } from '@mantine/core';
import { Monitor, Smartphone } from 'lucide-react';
import { useEndSessions, useSessions } from '../../api/account';
import { t } from '../../../messages';
import { ErrorState } from '../../../ui/states/error-state';
import { LoadingRows } from '../../../ui/states/loading-rows';
import { Pill } from '../../../ui/pill';
import { RelativeTime } from '../../../ui/relative-time';
import { Section } from '../../../ui/layout/section';
import { errorMessage } from '../../../ui/error-messages';
import styles from './settings.module.css';
import { isHandheld, userAgentNames } from './user-agent';

const texts = t.settings.sessions;

export function SessionsSection() {
  const sessions = useSessions();
  const end = useEndSessions();
  if (!sessions.data) {
    return (
      <Section title={texts.title} hint={texts.hint}>
        {sessions.error ? (
          <ErrorState error={sessions.error} onRetry={() => void sessions.refetch()} />
        ) : (
          <LoadingRows label={texts.loading} rows={2} />
        )}
      </Section>
    );
  }
  const hasOthers = sessions.data.some(({ current }) => !current);
  return (
    <Section title={texts.title} hint={texts.hint}>
      <Stack gap="md">
        <ul className={styles.sessions}>
          {sessions.data.map((session) => (
            <Session
              key={session.id}
              session={session}
              isEnding={end.isPending && end.variables === session.id}
              onEnd={() => end.mutate(session.id)}
            />
          ))}
        </ul>
        <Group gap="md">
          {hasOthers && (
            <Button
              variant="default"
              loading={end.isPending && end.variables === undefined}
              onClick={() => end.mutate(undefined)}
            >
              {texts.endOthers}
            </Button>
          )}
          <Text size="sm" role="status" c={end.error ? 'var(--mantine-color-error)' : 'dimmed'}>
            {end.error ? errorMessage(end.error) : !hasOthers && texts.onlyThis}
          </Text>
        </Group>
      </Stack>
    </Section>
  );
}

interface SessionProps {
  readonly session: SessionEntry;
  readonly isEnding: boolean;
  readonly onEnd: () => void;
}

function Session({ session, isEnding, onEnd }: SessionProps) {
  const name = nameOf(session.user_agent);
  const Icon = isHandheld(session.user_agent) ? Smartphone : Monitor;
  return (
    <li>
      <Icon size={18} aria-hidden className={styles.device} />
      <div className={styles.sessionText}>
        <Group gap={8}>
          <Text fw={500}>{name}</Text>
          {session.current && <Pill tone="good">{texts.current}</Pill>}
        </Group>
        <Text size="xs" c="dimmed">
          {texts.lastSeen} <RelativeTime value={session.last_seen_at} /> · {texts.signedIn}{' '}
          <RelativeTime value={session.created_at} />
        </Text>
      </div>
      {!session.current && (
        <Button
          size="xs"
          variant="default"
          loading={isEnding}
          onClick={onEnd}
          aria-label={texts.endLabel(name)}
        >
          {texts.end}
        </Button>
      )}
    </li>
  );
}

function nameOf(userAgent: string | null): string {
  const { browser, system } = userAgentNames(userAgent);
  if (system) return texts.on(browser ?? texts.unknownBrowser, system);
  return browser ?? texts.unknown;
}
