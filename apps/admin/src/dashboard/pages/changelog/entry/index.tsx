import { Button } from '@mantine/core';
import { Link, useParams } from 'react-router';
import { t } from '../../../../messages';
import { BackLink } from '../../../../ui/pages/back-link';
import { EmptyState } from '../../../../ui/states/empty-state';
import { QueryState } from '../../../../ui/states/query-state';
import { useEntry } from '../../../api/changelog';
import { ApiError } from '../../../api/requests/client';
import { EntryEditor } from './entry-editor';

const texts = t.changelog.entry;

export default function EntryPage() {
  const { id = '' } = useParams();
  return (
    <>
      <BackLink to="/changelog">{texts.back}</BackLink>
      <Content key={id} id={id} />
    </>
  );
}

function Content({ id }: { readonly id: string }) {
  const entry = useEntry(id);
  const isMissing = entry.error instanceof ApiError && entry.error.status === 404;
  if (isMissing && !entry.data)
    return (
      <EmptyState title={texts.missingTitle} hint={texts.missingText}>
        <Button variant="default" component={Link} to="/changelog">
          {texts.back}
        </Button>
      </EmptyState>
    );
  return (
    <QueryState query={entry} loading={texts.loading} rows={6} failed={texts.failed}>
      {(saved) => <EntryEditor saved={saved} isMissing={isMissing} />}
    </QueryState>
  );
}
