import type { QuarantinedItem } from '@libs/contract';
import { Button } from '@mantine/core';
import { ShieldCheck } from 'lucide-react';
import { useNavigate } from 'react-router';
import { useQuarantine } from '../../api/quarantine';
import { t } from '../../../messages';
import { EmptyState } from '../../../ui/states/empty-state';
import { ErrorState } from '../../../ui/states/error-state';
import { Announcer } from '../../items/announcer';
import { useHidden } from '../../items/mutations/item-mutations';
import { useUndoShortcut } from '../../items/mutations/undo';
import { LoadingRows } from '../../../ui/states/loading-rows';
import { PageHeader } from '../../../ui/layout/page-header';
import { Entry } from './quarantine-entry';
import classes from './quarantine.module.css';

const words = t.quarantine;

export default function QuarantinePage() {
  useUndoShortcut(words.title);
  return (
    <>
      <PageHeader title={words.title} lead={words.lead} />
      <Entries />
      <Announcer />
    </>
  );
}

function Entries() {
  const list = useQuarantine();
  const hidden = useHidden();
  const navigate = useNavigate();
  const rows = list.rows.filter(({ id }) => !hidden.has(id));
  if (list.isPending) return <LoadingRows label={words.loading} rows={4} height={120} />;
  if (!list.data)
    return <ErrorState title={words.failed} error={list.error} onRetry={() => void list.refetch()} />;
  if (!rows.length && !list.hasNextPage) {
    return <EmptyState icon={<ShieldCheck size={20} />} title={words.emptyTitle} hint={words.emptyText} />;
  }
  return (
    <>
      <ul className={classes.list} aria-label={words.list}>
        {rows.map((entry: QuarantinedItem) => (
          <Entry key={entry.id} entry={entry} onOpen={(id) => void navigate(`/inbox?item=${id}`)} />
        ))}
      </ul>
      {list.hasNextPage && (
        <Button
          variant="default"
          mt="md"
          loading={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage({ cancelRefetch: false })}
        >
          {words.more}
        </Button>
      )}
    </>
  );
}
