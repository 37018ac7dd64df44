import type { QuarantinedItem } from '@libs/contract';
import { Button } from '@mantine/core';
import { ShieldCheck } from 'lucide-react';
import { useNavigate } from 'react-router';
import { useQuarantine } from '../../api/quarantine';
import { t } from '../../../messages';
import { EmptyState } from '../../../ui/states/empty-state';
import { ErrorState } from '../../../ui/states/error-state';
import { Announcer } from '../../items/announcer';
import { useHiddenItems } from '../../items/mutations/item-mutations';
import { useUndoShortcut } from '../../items/mutations/undo';
import { LoadingRows } from '../../../ui/states/loading-rows';
import { PageHeader } from '../../../ui/layout/page-header';
import { QuarantineEntry } from './quarantine-entry';
import styles from './quarantine.module.css';

const texts = t.quarantine;

export default function QuarantinePage() {
  useUndoShortcut(texts.title);
  return (
    <>
      <PageHeader title={texts.title} lead={texts.lead} />
      <QuarantineList />
      <Announcer />
    </>
  );
}

function QuarantineList() {
  const list = useQuarantine();
  const hidden = useHiddenItems();
  const navigate = useNavigate();
  const rows = list.rows.filter(({ id }) => !hidden.has(id));
  if (list.isPending) return <LoadingRows label={texts.loading} rows={4} height={120} />;
  if (!list.data)
    return <ErrorState title={texts.failed} error={list.error} onRetry={() => void list.refetch()} />;
  if (!rows.length && !list.hasNextPage) {
    return <EmptyState icon={<ShieldCheck size={20} />} title={texts.emptyTitle} hint={texts.emptyText} />;
  }
  return (
    <>
      <ul className={styles.list} aria-label={texts.list}>
        {rows.map((entry: QuarantinedItem) => (
          <QuarantineEntry key={entry.id} entry={entry} onOpen={(id) => void navigate(`/inbox?item=${id}`)} />
        ))}
      </ul>
      {list.hasNextPage && (
        <Button
          variant="default"
          mt="md"
          loading={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage({ cancelRefetch: false })}
        >
          {texts.more}
        </Button>
      )}
    </>
  );
}
