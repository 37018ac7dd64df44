import type { SessionEntry } from '@libs/contract';
import { Button, Group, Stack, Text } from '@mantine/core';
import { Monitor, Smartphone } from 'lucide-react';
import { useEndSessions, useSessions } from '../../../api/account';
import { t } from '../../../../messages';
import { ErrorState } from '../../../../ui/states/error-state';
import { LoadingRows } from '../../../../ui/states/loading-rows';
import { Pill } from '../../../../ui/pill';
import { RelativeTime } from '../../../../ui/relative-time';
import { Section } from '../../../../ui/layout/section';
import { errorMessage } from '../../../../ui/error-messages';
import styles from '../settings.module.css';
import { isHandheld, parseUserAgent } from './user-agent';

const texts = t.settings.sessions;

export function SessionsSection() {
  const sessions = useSessions();
  const endSessions = useEndSessions();
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
        <ul className={styles.rows}>
          {sessions.data.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              isEnding={endSessions.isPending && endSessions.variables === session.id}
              onEnd={() => endSessions.mutate(session.id)}
            />
          ))}
        </ul>
        <Group gap="md">
          {hasOthers && (
            <Button
              variant="default"
              loading={endSessions.isPending && endSessions.variables === undefined}
              onClick={() => endSessions.mutate(undefined)}
            >
              {texts.endOthers}
            </Button>
          )}
          <Text size="sm" role="status" c={endSessions.error ? 'var(--mantine-color-error)' : 'dimmed'}>
            {endSessions.error ? errorMessage(endSessions.error) : !hasOthers && texts.onlyThis}
          </Text>
        </Group>
      </Stack>
    </Section>
  );
}

interface SessionRowProps {
  readonly session: SessionEntry;
  readonly isEnding: boolean;
  readonly onEnd: () => void;
}

function SessionRow({ session, isEnding, onEnd }: SessionRowProps) {
  const name = sessionName(session.user_agent);
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

function sessionName(userAgent: string | null): string {
  const { browser, system } = parseUserAgent(userAgent);
  const name = browser ?? texts.unknownBrowser;
  return system ? texts.on(name, system) : name;
}
