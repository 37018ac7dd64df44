import { Button } from '@mantine/core';
import { Megaphone } from 'lucide-react';
import { useState } from 'react';
import { t } from '../../../messages';
import { PageHeader } from '../../../ui/pages/page-header';
import { EmptyState } from '../../../ui/states/empty-state';
import { MoreButton } from '../../../ui/states/more-button';
import { QueryList } from '../../../ui/states/query-list';
import { useEntries } from '../../api/changelog';
import { useMayDo } from '../../api/team/role';
import { ChangelogSettings } from './changelog-settings';
import { CreateFromShipped } from './create-from-shipped';
import { EntryRow } from './entry-row';
import { NewEntryDialog } from './new-entry-dialog';

const texts = t.changelog;

export default function ChangelogPage() {
  const entries = useEntries();
  const mayChange = useMayDo('items.change');
  const [open, setOpen] = useState<'new' | 'shipped' | null>(null);
  const close = () => setOpen(null);
  const actions = mayChange && (
    <>
      <Button variant="default" onClick={() => setOpen('shipped')}>
        {texts.shipped.button}
      </Button>
      <Button onClick={() => setOpen('new')}>{texts.create.button}</Button>
    </>
  );
  return (
    <>
      <PageHeader title={t.nav.changelog} lead={texts.lead} actions={actions} />
      <ChangelogSettings />
      <QueryList
        query={entries}
        items={entries.data && entries.rows}
        look="frame"
        label={texts.list}
        loading={texts.loading}
        rows={4}
        failed={texts.failed}
        empty={<EmptyState icon={<Megaphone size={20} />} title={texts.emptyTitle} hint={texts.emptyText} />}
        more={<MoreButton list={entries}>{texts.more}</MoreButton>}
      >
        {(entry) => <EntryRow entry={entry} />}
      </QueryList>
      {open === 'new' && <NewEntryDialog onClose={close} />}
      {open === 'shipped' && <CreateFromShipped onClose={close} />}
    </>
  );
}
