import type { SessionEntry } from '@libs/contract';
import { Button, Group, Stack, Text } from '@mantine/core';
import { Monitor, Smartphone } from 'lucide-react';
import { useEndSessions, useSessions } from '../../../api/account';
import { t } from '../../../../messages';
import { QueryState } from '../../../../ui/states/query-state';
import { Pill } from '../../../../ui/badges/pill';
import { RelativeTime } from '../../../../ui/time/relative-time';
import { List, RowText } from '../../../../ui/layout/list';
import { Section } from '../../../../ui/layout/section';
import { ErrorText } from '../../../../ui/states/error-text';
import { errorMessage } from '../../../../ui/error-messages';
import styles from '../settings.module.css';
import { isHandheld, parseUserAgent } from './user-agent';

const texts = t.settings.sessions;

export function SessionsSection() {
  return (
    <Section title={texts.title} hint={texts.hint}>
      <QueryState query={useSessions()} loading={texts.loading} rows={2}>
        {(sessions) => <Sessions sessions={sessions} />}
      </QueryState>
    </Section>
  );
}

function Sessions({ sessions }: { readonly sessions: readonly SessionEntry[] }) {
  const end = useEndSessions();
  const hasOthers = sessions.some(({ current }) => !current);
  return (
    <Stack gap="md">
      <List look="lines">
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </List>
      <Group gap="md">
        {hasOthers && (
          <Button variant="default" loading={end.isPending} onClick={() => end.mutate(undefined)}>
            {texts.endOthers}
          </Button>
        )}
        <Text size="sm" role="status" c={end.error ? 'var(--mantine-color-error)' : 'dimmed'}>
          {end.error ? errorMessage(end.error) : !hasOthers && texts.onlyThis}
        </Text>
      </Group>
    </Stack>
  );
}

function SessionRow({ session }: { readonly session: SessionEntry }) {
  const end = useEndSessions();
  const name = sessionName(session.user_agent);
  const Icon = isHandheld(session.user_agent) ? Smartphone : Monitor;
  return (
    <li>
      <Icon size={18} className={styles.device} />
      <RowText
        title={
          <>
            {name} {session.current && <Pill tone="good">{texts.current}</Pill>}
          </>
        }
      >
        {texts.lastSeen} <RelativeTime value={session.last_seen_at} /> · {texts.signedIn}{' '}
        <RelativeTime value={session.created_at} />
        <ErrorText error={end.error} />
      </RowText>
      {!session.current && (
        <Button
          size="xs"
          variant="default"
          loading={end.isPending}
          onClick={() => end.mutate(session.id)}
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
