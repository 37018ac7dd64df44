import { Stack } from '@mantine/core';
import { useEffect } from 'react';
import { t } from '../../messages';
import { LeaveGuard } from '../../ui/leave-guard';
import { PageHeader } from '../../ui/page-header';
import { Section } from '../../ui/section';
import { CheckStep } from './check-step';
import { ColumnsStep } from './columns-step';
import { Done } from './done';
import { FileStep } from './file-step';
import { chosenFrom } from './chosen';
import { useImport } from './use-import';

const texts = t.importing;

/** Three steps below each other: a file, what becomes of it, and only then the import. */
export default function ImportPage() {
  const state = useImport();
  const { source, work, done, choose } = state;
  const isBusy = work !== null;

  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      if (isBusy || event.target instanceof HTMLInputElement) return;
      const file = chosenFrom(event.clipboardData, texts.file.pasted);
      if (file) choose(file);
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  });

  return (
    <>
      <PageHeader title={texts.title} lead={texts.lead} />
      {done && source ? (
        <Done report={done} source={source} onAgain={state.reset} />
      ) : (
        <Stack gap="lg" maw="56rem">
          <FileStep state={state} />
          {source ? (
            <>
              <ColumnsStep source={source} isBusy={isBusy} onChange={state.map} />
              <CheckStep state={state} source={source} />
            </>
          ) : (
            <>
              <Section title={texts.steps.columns} hint={texts.columns.before} />
              <Section title={texts.steps.check} hint={texts.check.before} />
            </>
          )}
        </Stack>
      )}
      <LeaveGuard when={work?.kind === 'import'} texts={texts.leave} onLeave={state.cancel} />
    </>
  );
}
