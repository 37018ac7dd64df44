import { Anchor, Button } from '@mantine/core';
import { Inbox as InboxIcon, SearchX, Upload } from 'lucide-react';
import { Link } from 'react-router';
import { useMayDo } from '../../api/team/role';
import { useSession } from '../../api/session';
import { t } from '../../../messages';
import { CopyBox } from '../../../ui/code/copy-box';
import { EmptyState } from '../../../ui/states/empty-state';
import { FILTER_FIELDS, NO_FILTER } from '../../items/filters/item-filter';
import type { Inbox } from './use-inbox';

/** The empty state: why there are no items, with an action. */
export function InboxEmpty({ inbox }: { inbox: Inbox }) {
  const session = useSession().data;
  const mayImport = useMayDo('data.transfer');
  const { q, status } = inbox.state;
  const isFiltered = FILTER_FIELDS.some((field) => inbox.state[field] !== null);
  if (q || isFiltered) {
    return (
      <EmptyState
        icon={<SearchX size={20} />}
        title={t.inbox.nothingTitle}
        hint={isFiltered ? t.inbox.nothingFiltered : t.inbox.nothingText(q)}
      >
        {q && (
          <Button variant="default" onClick={() => inbox.filter({ q: '' })}>
            {t.items.clearSearch}
          </Button>
        )}
        {isFiltered && (
          <Button variant="default" onClick={() => inbox.filter({ ...NO_FILTER, q })}>
            {t.items.filters.clear}
          </Button>
        )}
        {(status || (q && isFiltered)) && (
          <Button variant="default" onClick={() => inbox.filter({ ...NO_FILTER, status: null })}>
            {t.inbox.showAll}
          </Button>
        )}
      </EmptyState>
    );
  }
  if (status) {
    return (
      <EmptyState
        icon={<InboxIcon size={20} />}
        title={t.inbox.noneTitle(t.ui.statuses[status].toLowerCase())}
        hint={t.inbox.noneText}
      >
        <Button variant="default" onClick={() => inbox.filter({ status: null })}>
          {t.inbox.showAll}
        </Button>
      </EmptyState>
    );
  }
  const formUrl = session && `${session.base_url}/f/${session.account.slug}`;
  return (
    <EmptyState icon={<InboxIcon size={20} />} title={t.inbox.firstTitle} hint={t.inbox.firstText}>
      {formUrl && (
        <CopyBox value={formUrl} label={t.inbox.copyForm}>
          <Anchor href={formUrl} target="_blank" rel="noopener" title={t.inbox.openForm}>
            {formUrl}
          </Anchor>
        </CopyBox>
      )}
      {mayImport && (
        <Button component={Link} to="/import" variant="default" leftSection={<Upload size={15} />}>
          {t.inbox.importFirst}
        </Button>
      )}
    </EmptyState>
  );
}
