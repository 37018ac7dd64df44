import type { KeyEntry } from '@libs/contract';
import { ActionIcon, Button, Group, Menu, Paper, Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Ellipsis } from 'lucide-react';
import { t } from '../../../../messages';
import { Hint } from '../../../../ui/hint';
import { DataTable } from '../../../../ui/data-table';
import { Fact, Facts } from '../../../../ui/layout/facts';
import { Pill } from '../../../../ui/badges/pill';
import { MenuOnDemand } from '../../../../ui/on-demand/menu-on-demand';
import { RelativeTime } from '../../../../ui/time/relative-time';
import { RateLimitMeters } from '../rate-limit-meters';
import styles from '../developer.module.css';
import { expiresSoon, findSuccessor } from './expiry';

export interface KeyActions {
  readonly onRotate: (key: KeyEntry) => void;
  readonly onRevoke: (key: KeyEntry) => void;
}

interface Props extends KeyActions {
  readonly keys: readonly KeyEntry[];
  /** All keys of the account, to find successors. */
  readonly allKeys: readonly KeyEntry[];
}

const texts = t.developer.keys;

/** A table on wide screens, cards on narrow ones. */
export function KeyList(props: Props) {
  const wide = useMediaQuery('(min-width: 75em)', undefined, { getInitialValueInEffect: false });
  return wide ? <KeyTable {...props} /> : <KeyCards {...props} />;
}

function KeyTable({ keys, allKeys, ...actions }: Props) {
  const areEnded = keys.every(({ state }) => state !== 'active');
  return (
    <DataTable
      verticalSpacing="md"
      className={styles.table}
      rows={keys}
      keyOf={({ id }) => id}
      columns={[
        { title: texts.name, cell: (key) => <KeyName entry={key} allKeys={allKeys} /> },
        { title: texts.permission, cell: (key) => <PermissionCell entry={key} /> },
        !areEnded && {
          title: texts.remainingHeader,
          cell: ({ budget }) => <RateLimitMeters budget={budget} />,
        },
        { title: texts.lastUsed, cell: (key) => <LastUsedCell entry={key} /> },
        { title: texts.created, cell: (key) => <RelativeTime value={key.created_at} /> },
        {
          title: areEnded ? texts.endedAt : texts.expires,
          cell: (key) => <ExpiryCell entry={key} />,
        },
        !areEnded && {
          title: <span className="visually-hidden">{texts.actions}</span>,
          cell: (key) => <ActionMenu entry={key} {...actions} />,
        },
      ]}
    />
  );
}

function KeyCards({ keys, allKeys, onRotate, onRevoke }: Props) {
  return (
    <ul className={styles.cards}>
      {keys.map((key) => (
        <Paper key={key.id} component="li" withBorder p="md">
          <Stack gap="sm">
            <KeyName entry={key} allKeys={allKeys} />
            {key.state === 'active' && <RateLimitMeters budget={key.budget} />}
            <Facts>
              <Fact label={texts.permission}>
                <PermissionCell entry={key} />
              </Fact>
              <Fact label={texts.lastUsed}>
                <LastUsedCell entry={key} />
              </Fact>
              <Fact label={texts.created}>
                <RelativeTime value={key.created_at} />
              </Fact>
              <Fact label={key.state === 'active' ? texts.expires : texts.endedAt}>
                <ExpiryCell entry={key} />
              </Fact>
            </Facts>
            {key.state === 'active' && (
              <Group gap="xs">
                <Button size="xs" variant="default" onClick={() => onRotate(key)}>
                  {texts.rotate}
                  <span className="visually-hidden">{texts.which(key.name, key.masked)}</span>
                </Button>
                <Button size="xs" variant="subtle" color="red" onClick={() => onRevoke(key)}>
                  {texts.revoke}
                  <span className="visually-hidden">{texts.which(key.name, key.masked)}</span>
                </Button>
              </Group>
            )}
          </Stack>
        </Paper>
      ))}
    </ul>
  );
}

function KeyName({ entry, allKeys }: { readonly entry: KeyEntry; readonly allKeys: readonly KeyEntry[] }) {
  return (
    <div>
      <Group gap={8}>
        <Text fw={550} className={styles.name}>
          {entry.name}
        </Text>
        <KeyState entry={entry} allKeys={allKeys} />
      </Group>
      <Hint className={styles.mono}>{entry.masked}</Hint>
    </div>
  );
}

function KeyState({ entry, allKeys }: { readonly entry: KeyEntry; readonly allKeys: readonly KeyEntry[] }) {
  if (entry.state === 'expired') return <Pill tone="neutral">{texts.state.expired}</Pill>;
  if (entry.state === 'revoked') return <Pill tone="danger">{texts.state.revoked}</Pill>;
  if (findSuccessor(entry, allKeys)) return <Pill tone="info">{texts.stateReplaced}</Pill>;
  if (expiresSoon(entry, new Date())) return <Pill tone="warning">{texts.stateSoon}</Pill>;
  return <Pill tone="good">{texts.state.active}</Pill>;
}

function PermissionCell({ entry: { permission, allowed_origins: origins } }: { readonly entry: KeyEntry }) {
  return (
    <>
      <Text size="sm">{t.developer.permissions[permission].short}</Text>
      {permission === 'submit' && (
        <Hint title={origins.join('\n')}>
          {origins.length === 1
            ? origins[0]
            : origins.length === 0
              ? texts.noOrigins
              : texts.origins(origins.length)}
        </Hint>
      )}
    </>
  );
}

function LastUsedCell({ entry: { last_used_at } }: { readonly entry: KeyEntry }) {
  return last_used_at ? <RelativeTime value={last_used_at} /> : <DimmedText>{texts.neverUsed}</DimmedText>;
}

function ExpiryCell({ entry: { state, revoked_at, expires_at } }: { readonly entry: KeyEntry }) {
  const end = state === 'revoked' ? revoked_at : expires_at;
  return end ? <RelativeTime value={end} /> : <DimmedText>{texts.neverExpires}</DimmedText>;
}

function DimmedText({ children }: { readonly children: string }) {
  return (
    <Text span inherit c="dimmed">
      {children}
    </Text>
  );
}

function ActionMenu({ entry, onRotate, onRevoke }: KeyActions & { readonly entry: KeyEntry }) {
  return (
    <MenuOnDemand
      position="bottom-end"
      button={(props) => (
        <ActionIcon aria-label={texts.actionsFor(entry.name, entry.masked)} {...props}>
          <Ellipsis size={16} />
        </ActionIcon>
      )}
    >
      <Menu.Dropdown>
        <Menu.Item onClick={() => onRotate(entry)}>{texts.rotate}</Menu.Item>
        <Menu.Item c="var(--mantine-color-error)" onClick={() => onRevoke(entry)}>
          {texts.revoke}
        </Menu.Item>
      </Menu.Dropdown>
    </MenuOnDemand>
  );
}
