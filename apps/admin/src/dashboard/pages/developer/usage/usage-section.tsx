import type { KeyEntry } from '@libs/contract';
import { Button, Table } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { ChevronDown, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useApiUsage } from '../../../api/api-keys';
import { t } from '../../../../messages';
import { EmptyState } from '../../../../ui/states/empty-state';
import { ErrorState } from '../../../../ui/states/error-state';
import { LoadingRows } from '../../../../ui/states/loading-rows';
import { Section } from '../../../../ui/layout/section';
import { UsageChart } from './usage-chart';
import { keyUsages, sumOf, type Counts, type KeyUsage } from './usage-rows';
import styles from './usage.module.css';

const texts = t.usage;

/** How many requests each key made, as bars and as tables. */
export function UsageSection({ keys }: { readonly keys: readonly KeyEntry[] | undefined }) {
  const { data, error, refetch } = useApiUsage();
  if (!data || !keys) {
    return (
      <Section title={texts.title} hint={texts.hint}>
        {error ? (
          <ErrorState title={texts.failed} error={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingRows label={texts.loading} rows={2} />
        )}
      </Section>
    );
  }
  const usages = keyUsages(data);
  return (
    <Section title={texts.title} hint={texts.hint}>
      {usages.length === 0 ? (
        <EmptyState title={texts.empty} hint={texts.emptyHint} />
      ) : (
        <Usage usages={usages} keys={keys} />
      )}
    </Section>
  );
}

interface Props {
  readonly usages: readonly KeyUsage[];
  readonly keys: readonly KeyEntry[];
}

function Usage({ usages, keys }: Props) {
  const [opened, { toggle }] = useDisclosure(false);
  const Icon = opened ? ChevronDown : ChevronRight;
  return (
    <>
      <Scroll label={texts.table}>
        <CountsTable>
          {usages.map((usage) => (
            <Table.Tr key={usage.keyId}>
              <Table.Th scope="row">
                <KeyName keyId={usage.keyId} keys={keys} />
                <UsageChart usage={usage} />
              </Table.Th>
              <Numbers counts={usage.total} />
            </Table.Tr>
          ))}
        </CountsTable>
      </Scroll>
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        mt="sm"
        aria-expanded={opened}
        leftSection={<Icon size={14} aria-hidden />}
        onClick={toggle}
      >
        {texts.showDays}
      </Button>
      {opened && <DaysTable usages={usages} keys={keys} />}
    </>
  );
}

function DaysTable({ usages, keys }: Props) {
  return (
    <Scroll label={texts.days}>
      <CountsTable withDays>
        {usages.flatMap(({ keyId, days }) =>
          days
            .filter((day) => sumOf(day) > 0)
            .toReversed()
            .map((day) => (
              <Table.Tr key={`${keyId} ${day.date}`}>
                <Table.Th scope="row">
                  <KeyName keyId={keyId} keys={keys} />
                </Table.Th>
                <Table.Td>{day.date}</Table.Td>
                <Numbers counts={day} />
              </Table.Tr>
            )),
        )}
      </CountsTable>
    </Scroll>
  );
}

/** Keyboards scroll a table that is too wide or too long. */
const Scroll = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <div className={styles.scroll} tabIndex={0} role="region" aria-label={label}>
    {children}
  </div>
);

function CountsTable({ withDays, children }: { readonly withDays?: boolean; readonly children: ReactNode }) {
  return (
    <Table className={styles.table}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{texts.key}</Table.Th>
          {withDays && <Table.Th>{texts.date}</Table.Th>}
          <Table.Th data-kind="accepted">{texts.accepted}</Table.Th>
          <Table.Th data-kind="limited">{texts.rateLimited}</Table.Th>
          <Table.Th data-kind="failed">{texts.failedRequests}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>{children}</Table.Tbody>
    </Table>
  );
}

function Numbers({ counts: { accepted, rate_limited, failed } }: { readonly counts: Counts }) {
  return [accepted, rate_limited, failed].map((count, i) => (
    <Table.Td key={i}>{count.toLocaleString('en')}</Table.Td>
  ));
}

/** The masked key tells apart keys with the same name. */
function KeyName({ keyId, keys }: { readonly keyId: string; readonly keys: readonly KeyEntry[] }) {
  const key = keys.find(({ id }) => id === keyId);
  return (
    <span className={styles.key}>
      {key?.name ?? texts.unknownKey} {key && <span className={styles.masked}>{key.masked}</span>}
    </span>
  );
}
