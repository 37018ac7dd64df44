import { Button } from '@mantine/core';
import { t } from '../../messages';
import type { Inbox } from './use-inbox';

/** That only the items of one import are listed, and how to see the others. */
export function ImportNote({ inbox }: { readonly inbox: Inbox }) {
  if (inbox.state.import === null) return null;
  return (
    <>
      {t.inbox.ofImport}{' '}
      <Button size="compact-xs" variant="subtle" onClick={() => inbox.filter({ import: null })}>
        {t.inbox.showAll}
      </Button>
    </>
  );
}
