import { Anchor, Button } from '@mantine/core';
import { Inbox as InboxIcon, SearchX, Upload } from 'lucide-react';
import { Link } from 'react-router';
import { useSession } from '../../api/session';
import { t } from '../../messages';
import { CopyButton } from '../../ui/copy-button';
import { EmptyState } from '../../ui/empty-state';
import classes from './inbox.module.css';
import type { Inbox } from './use-inbox';

/** Why there is nothing, and what to do about it. */
export function InboxEmpty({ inbox }: { inbox: Inbox }) {
  const session = useSession().data;
  const { q, status } = inbox.state;
  if (q) {
    return (
      <EmptyState
        icon={<SearchX size={20} />}
        title={t.inbox.nothingTitle}
        hint={inbox.submitter ? t.inbox.nothingSentBy(q) : t.inbox.nothingText(q)}
      >
        <Button variant="default" onClick={() => inbox.filter({ q: '' })}>
          {t.inbox.clearSearch}
        </Button>
        {status && (
          <Button variant="default" onClick={() => inbox.filter({ q: '', status: null })}>
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
  if (inbox.state.import) {
    return (
      <EmptyState icon={<InboxIcon size={20} />} title={t.inbox.noImportTitle} hint={t.inbox.noImportText}>
        <Button variant="default" onClick={() => inbox.filter({ import: null })}>
          {t.inbox.showAll}
        </Button>
      </EmptyState>
    );
  }
  const form = session && `${session.base_url}/f/${session.account.slug}`;
  return (
    <EmptyState icon={<InboxIcon size={20} />} title={t.inbox.firstTitle} hint={t.inbox.firstText}>
      {form && (
        <div className={classes.share}>
          <Anchor href={form} target="_blank" rel="noopener" title={t.inbox.openForm}>
            {form}
          </Anchor>
          <CopyButton value={form} label={t.inbox.copyForm} />
        </div>
      )}
      <Button component={Link} to="/import" variant="default" leftSection={<Upload size={15} aria-hidden />}>
        {t.inbox.importFirst}
      </Button>
    </EmptyState>
  );
}
