import { Stack } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';
import { t } from '../../../messages';
import { LeaveGuard } from '../../../ui/forms/leave-guard';
import { PageHeader } from '../../../ui/pages/page-header';
import { Section } from '../../../ui/layout/section';
import { CheckStep } from './columns/check-step';
import { ColumnsStep } from './columns/columns-step';
import { ImportResult } from './finished/import-result';
import { FileStep } from './file-step';
import { RecentImports } from './finished/recent-imports';
import { transferredFile } from './mapping/transferred-file';
import { useImport } from './use-import';
import { VotersSection } from './voters/voters-section';

const texts = t.importing;

/** Three steps: choose a file, map its columns, check and import. */
export default function ImportPage() {
  const state = useImport();
  const { source, reading, work, done, chooseFile } = state;
  const isBusy = work !== null || reading !== null;
  // Once a file is chosen, only the button replaces it, so that an accidental drop doesn't.
  usePageDrop(source === null ? chooseFile : null);

  return (
    <>
      <PageHeader title={texts.title} lead={texts.lead} />
      {done && source ? (
        <Stack gap="lg" maw="56rem">
          <ImportResult report={done} source={source} onImportAgain={() => startAgain(state.reset)} />
          <VotersSection prefix={source.mapping.source === 'own' ? '' : source.mapping.prefix} />
        </Stack>
      ) : (
        <Stack gap="lg" maw="56rem">
          <FileStep state={state} />
          {source ? (
            <>
              <ColumnsStep
                source={source}
                isBusy={isBusy}
                onChange={state.map}
                onFirstLine={state.setFirstLineIsData}
              />
              <CheckStep state={state} source={source} />
            </>
          ) : (
            <>
              <Section title={texts.steps.columns} hint={texts.columns.before} />
              <Section title={texts.steps.check} hint={texts.check.before} />
              <VotersSection />
              <RecentImports />
            </>
          )}
        </Stack>
      )}
      <ImportLeaveGuard
        isImporting={work?.kind === 'import'}
        hasFile={source !== null && !done}
        onLeave={state.cancel}
      />
    </>
  );
}

interface ImportLeaveGuardProps {
  readonly isImporting: boolean;
  readonly hasFile: boolean;
  readonly onLeave: () => void;
}

/** Each of the two questions has its own guard, so that an outdated question closes. */
const ImportLeaveGuard = ({ isImporting, hasFile, onLeave }: ImportLeaveGuardProps) => (
  <LeaveGuard
    key={String(isImporting)}
    when={isImporting || hasFile}
    texts={isImporting ? texts.leave : texts.forget}
    onLeave={onLeave}
  />
);

/** Accepts files dropped or pasted anywhere on the page. Otherwise the browser would navigate to a dropped file. */
function usePageDrop(chooseFile: ((file: File) => void) | null): void {
  const acceptFile = useEffectEvent((event: Event, data: DataTransfer | null) => {
    event.preventDefault();
    const file = transferredFile(data, texts.file.pasted);
    if (file) chooseFile?.(file);
  });
  useEffect(() => {
    const over = (event: DragEvent) => event.preventDefault();
    const drop = (event: DragEvent) => acceptFile(event, event.dataTransfer);
    const paste = (event: ClipboardEvent) => {
      if (!(event.target instanceof HTMLInputElement)) acceptFile(event, event.clipboardData);
    };
    document.addEventListener('dragover', over);
    document.addEventListener('drop', drop);
    document.addEventListener('paste', paste);
    return () => {
      document.removeEventListener('dragover', over);
      document.removeEventListener('drop', drop);
      document.removeEventListener('paste', paste);
    };
  }, []);
}

function startAgain(reset: () => void): void {
  reset();
  document.querySelector<HTMLElement>('[data-page-heading]')?.focus();
}
