import type { ImportReport } from '@libs/contract';
import { Button, Checkbox, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { ApiError } from '../../../api/requests/client';
import { t } from '../../../../messages';
import { Note } from '../../../../ui/states/note';
import { Section } from '../../../../ui/layout/section';
import { errorMessage } from '../../../../ui/error-messages';
import { InvalidEmails } from './invalid-emails';
import styles from '../import.module.css';
import { useFallbackFocus } from '../../../../ui/focus/use-fallback-focus';
import { ProblemLists } from '../problem-lists';
import { UnknownStatuses } from './unknown-statuses';
import type { ImportFailure, ImportState, ImportSource } from '../use-import';
import { ImportProgressView } from '../import-progress';

const texts = t.importing.check;

interface Props {
  readonly state: ImportState;
  readonly source: ImportSource;
}

/** The last step: the result of the dry run, and the import button. */
export function CheckStep({ state, source }: Props) {
  const { work, report, failure } = state;
  const focusArea = useFallbackFocus(`${work !== null} ${report !== null} ${failure !== null}`);
  const blocker = findBlocker(source);
  const rows = source.table.rows.length;
  return (
    <Section title={t.importing.steps.check} hint={work?.kind === 'import' ? undefined : texts.hint}>
      <div ref={focusArea} tabIndex={-1} className={styles.area}>
        {work ? (
          <ImportProgressView work={work} rows={rows} onCancel={state.cancel} />
        ) : (
          <Stack gap="md" align="stretch">
            {failure && <FailureNote failure={failure} />}
            <UnknownStatuses source={source} />
            <InvalidEmails source={source} onChange={state.map} />
            {report ? (
              <CheckReport report={report} source={source} onRun={state.run} onCheckAgain={state.check} />
            ) : (
              <Group gap="md">
                <Button disabled={blocker !== null || state.reading !== null} onClick={state.check}>
                  {failure ? texts.checkAgain : texts.start(rows)}
                </Button>
                {blocker && <span className={styles.dim}>{blocker}</span>}
              </Group>
            )}
          </Stack>
        )}
      </div>
    </Section>
  );
}

function findBlocker({ mapping: { source, columns, dayOrder } }: ImportSource): string | null {
  if (source === 'own') return null;
  if (columns.title === null && columns.description === null) return texts.title;
  return dayOrder === 'unknown' ? texts.dateQuestion : null;
}

interface ReportProps {
  readonly report: ImportReport;
  readonly source: ImportSource;
  readonly onRun: (skipInvalid: boolean) => void;
  readonly onCheckAgain: () => void;
}

function CheckReport({ report, source, onRun, onCheckAgain }: ReportProps) {
  const [isSkipping, setSkipping] = useState(false);
  const { rows, created, existing, repeated, failed } = report;
  // Without `skip_invalid`, `created` is 0 if any row fails. All other rows are importable.
  const importable = Math.max(created, rows - existing - failed);
  return (
    <Stack gap="md" align="stretch">
      <p className={styles.summary} role="status">
        {texts.summary(rows, importable, existing - repeated, repeated, failed)}
      </p>
      <ProblemLists report={report} table={source.table} titleColumn={source.mapping.columns.title} />
      {importable === 0 ? (
        <Note tone="info" action={<CheckAgainButton onCheckAgain={onCheckAgain} />}>
          {failed === 0 ? texts.nothing : existing > 0 ? texts.restHere : texts.allBad}
        </Note>
      ) : (
        <>
          {failed > 0 && (
            <Checkbox
              label={texts.skip(failed)}
              description={texts.skipHint(failed)}
              checked={isSkipping}
              onChange={({ currentTarget: { checked } }) => setSkipping(checked)}
            />
          )}
          <Group gap="sm">
            <Button disabled={failed > 0 && !isSkipping} onClick={() => onRun(failed > 0)}>
              {texts.run(importable)}
            </Button>
            <CheckAgainButton onCheckAgain={onCheckAgain} />
          </Group>
        </>
      )}
    </Stack>
  );
}

const CheckAgainButton = ({ onCheckAgain }: { readonly onCheckAgain: () => void }) => (
  <Button variant="default" onClick={onCheckAgain}>
    {texts.checkAgain}
  </Button>
);

/** Error messages that differ from the general ones. */
const IMPORT_ERROR_TEXTS: ReadonlyMap<string, string> = new Map([
  ['import_in_progress', t.importing.ended.tooMany],
  ['session_required', t.importing.ended.signedOut],
]);

function FailureNote({ failure }: { readonly failure: ImportFailure }) {
  const ended = t.importing.ended;
  if (failure.why === 'rejected') {
    const code = failure.error instanceof ApiError ? failure.error.code : '';
    const text = IMPORT_ERROR_TEXTS.get(code) ?? errorMessage(failure.error);
    return (
      <Note
        tone="danger"
        role="alert"
        title={failure.kind === 'check' ? ended.checkFailed : ended.importFailed}
      >
        {text} {ended.nothingImported}
      </Note>
    );
  }
  if (failure.kind === 'check') {
    const text = failure.why === 'cancelled' ? ended.cancelledCheck : t.errors.unreachable;
    return (
      <Note tone={failure.why === 'cancelled' ? 'info' : 'danger'} role="alert">
        {text}
      </Note>
    );
  }
  const [textBeforeUpload, textAfterUpload] =
    failure.why === 'cancelled'
      ? [ended.cancelled, ended.cancelledLate]
      : [ended.connectionLost, ended.connectionLostLate];
  return (
    <Note tone={failure.wasSent ? 'warning' : 'info'} role="alert">
      {failure.wasSent ? textAfterUpload : textBeforeUpload}
    </Note>
  );
}
