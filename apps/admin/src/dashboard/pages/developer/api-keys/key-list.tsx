import type { KeyEntry } from '@libs/contract';
import { ActionIcon, Button, Group, Menu, Paper, Stack, Table, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Ellipsis } from 'lucide-react';
import { t } from '../../../../messages';
import { Pill } from '../../../../ui/pill';
import { RelativeTime } from '../../../../ui/relative-time';
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
    <Table verticalSpacing="md" className={styles.table}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{texts.name}</Table.Th>
          <Table.Th>{texts.permission}</Table.Th>
          {!areEnded && <Table.Th>{texts.remainingHeader}</Table.Th>}
          <Table.Th>{texts.lastUsed}</Table.Th>
          <Table.Th>{texts.created}</Table.Th>
          <Table.Th>{areEnded ? texts.endedAt : texts.expires}</Table.Th>
          {!areEnded && (
            <Table.Th>
              <span className="visually-hidden">{texts.actions}</span>
            </Table.Th>
          )}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {keys.map((key) => (
          <Table.Tr key={key.id}>
            <Table.Td>
              <KeyName entry={key} allKeys={allKeys} />
            </Table.Td>
            <Table.Td>
              <PermissionCell entry={key} />
            </Table.Td>
            {!areEnded && (
              <Table.Td>
                <RateLimitMeters budget={key.budget} />
              </Table.Td>
            )}
            <Table.Td>
              <LastUsedCell entry={key} />
            </Table.Td>
            <Table.Td>
              <RelativeTime value={key.created_at} />
            </Table.Td>
            <Table.Td>
              <ExpiryCell entry={key} />
            </Table.Td>
            {!areEnded && (
              <Table.Td>
                <ActionMenu entry={key} {...actions} />
              </Table.Td>
            )}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
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
            <dl className={styles.facts}>
              <dt>{texts.permission}</dt>
              <dd>
                <PermissionCell entry={key} />
              </dd>
              <dt>{texts.lastUsed}</dt>
              <dd>
                <LastUsedCell entry={key} />
              </dd>
              <dt>{texts.created}</dt>
              <dd>
                <RelativeTime value={key.created_at} />
              </dd>
              <dt>{key.state === 'active' ? texts.expires : texts.endedAt}</dt>
              <dd>
                <ExpiryCell entry={key} />
              </dd>
            </dl>
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
      <Text size="xs" c="dimmed" className={styles.mono}>
        {entry.masked}
      </Text>
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
        <Text size="xs" c="dimmed" title={origins.join('\n')}>
          {origins.length === 1
            ? origins[0]
            : origins.length === 0
              ? texts.noOrigins
              : texts.origins(origins.length)}
        </Text>
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
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={texts.actionsFor(entry.name, entry.masked)}>
          <Ellipsis size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onRotate(entry)}>{texts.rotate}</Menu.Item>
        <Menu.Item c="var(--mantine-color-error)" onClick={() => onRevoke(entry)}>
          {texts.revoke}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
