import { ShieldCheck } from 'lucide-react';
import { useNavigate } from 'react-router';
import { useQuarantine } from '../../api/quarantine';
import { t } from '../../../messages';
import { EmptyState } from '../../../ui/states/empty-state';
import { MoreButton } from '../../../ui/states/more-button';
import { QueryList } from '../../../ui/states/query-list';
import { Announcer } from '../../items/announcer';
import { useVisible } from '../../items/mutations/item-mutations';
import { useUndoShortcut } from '../../items/mutations/undo';
import { PageHeader } from '../../../ui/pages/page-header';
import { QuarantineEntry } from './quarantine-entry';

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
  const navigate = useNavigate();
  return (
    <QueryList
      query={list}
      items={useVisible(list.rows)}
      look="cards"
      label={texts.list}
      loading={texts.loading}
      rows={4}
      height={120}
      failed={texts.failed}
      empty={<EmptyState icon={<ShieldCheck size={20} />} title={texts.emptyTitle} hint={texts.emptyText} />}
      more={<MoreButton list={list}>{texts.more}</MoreButton>}
    >
      {(entry) => <QuarantineEntry entry={entry} onOpen={(id) => void navigate(`/inbox?item=${id}`)} />}
    </QueryList>
  );
}
