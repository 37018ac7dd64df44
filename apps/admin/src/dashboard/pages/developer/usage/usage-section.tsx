import type { KeyEntry } from '@libs/contract';
import { Stack } from '@mantine/core';
import { useApiUsage } from '../../../api/api-keys';
import { t } from '../../../../messages';
import { StackedBars } from '../../../../ui/charts/stacked-bars';
import { DataTable } from '../../../../ui/data-table';
import { EmptyState } from '../../../../ui/states/empty-state';
import { QueryState } from '../../../../ui/states/query-state';
import { Disclosure } from '../../../../ui/layout/disclosure';
import { ScrollBox } from '../../../../ui/layout/scroll-box';
import { Section } from '../../../../ui/layout/section';
import { keyUsages, sumOf, type Counts, type KeyUsage } from './usage-rows';
import styles from './usage.module.css';

const texts = t.usage;

/** How many requests each key made, as bars and as tables. */
export function UsageSection({ keys }: { readonly keys: readonly KeyEntry[] | undefined }) {
  const usage = useApiUsage();
  return (
    <Section title={texts.title} hint={texts.hint}>
      <QueryState
        query={{ ...usage, data: keys && usage.data }}
        loading={texts.loading}
        rows={2}
        failed={texts.failed}
      >
        {(data) => <Usage usages={keyUsages(data)} keys={keys ?? []} />}
      </QueryState>
    </Section>
  );
}

interface Props {
  readonly usages: readonly KeyUsage[];
  readonly keys: readonly KeyEntry[];
}

function Usage({ usages, keys }: Props) {
  if (usages.length === 0) return <EmptyState title={texts.empty} hint={texts.emptyHint} />;
  return (
    <Stack gap="sm">
      <ScrollBox label={texts.table}>
        <DataTable
          className={styles.table}
          rows={usages}
          keyOf={({ keyId }) => keyId}
          columns={[
            {
              title: texts.key,
              isHeader: true,
              cell: (usage) => (
                <>
                  <KeyName keyId={usage.keyId} keys={keys} />
                  <UsageBars usage={usage} />
                </>
              ),
            },
            ...countColumns(({ total }: KeyUsage) => total),
          ]}
        />
      </ScrollBox>
      <Disclosure label={texts.showDays}>
        <ScrollBox label={texts.days}>
          <DaysTable usages={usages} keys={keys} />
        </ScrollBox>
      </Disclosure>
    </Stack>
  );
}

/** A bar per day. */
function UsageBars({ usage: { days, total } }: { readonly usage: KeyUsage }) {
  const bars = days.map((day) => ({
    key: day.date,
    title: texts.bar(day.date, labelOf(day)),
    counts: { accepted: day.accepted, limited: day.rate_limited, failed: day.failed },
  }));
  return <StackedBars label={labelOf(total)} bars={bars} className={styles.drawing} />;
}

const labelOf = ({ accepted, rate_limited, failed }: Counts): string =>
  texts.label(accepted, rate_limited, failed);

function DaysTable({ usages, keys }: Props) {
  const rows = usages.flatMap(({ keyId, days }) =>
    days
      .filter((day) => sumOf(day) > 0)
      .toReversed()
      .map((day) => ({ keyId, day })),
  );
  return (
    <DataTable
      className={styles.table}
      rows={rows}
      keyOf={({ keyId, day }) => `${keyId} ${day.date}`}
      columns={[
        { title: texts.key, isHeader: true, cell: ({ keyId }) => <KeyName keyId={keyId} keys={keys} /> },
        { title: texts.date, cell: ({ day }) => day.date },
        ...countColumns(({ day }: (typeof rows)[number]) => day),
      ]}
    />
  );
}

const countColumns = <T,>(countsOf: (row: T) => Counts) => [
  { title: texts.accepted, kind: 'accepted', cell: (row: T) => countsOf(row).accepted },
  { title: texts.rateLimited, kind: 'limited', cell: (row: T) => countsOf(row).rate_limited },
  { title: texts.failedRequests, kind: 'failed', cell: (row: T) => countsOf(row).failed },
];

/** The masked key tells apart keys with the same name. */
function KeyName({ keyId, keys }: { readonly keyId: string; readonly keys: readonly KeyEntry[] }) {
  const key = keys.find(({ id }) => id === keyId);
  return (
    <span className={styles.key}>
      {key?.name ?? texts.unknownKey} {key && <span className={styles.masked}>{key.masked}</span>}
    </span>
  );
}
