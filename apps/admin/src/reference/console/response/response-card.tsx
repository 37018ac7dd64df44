import type { RateWindow } from '@libs/api-client';
import { Button } from '@mantine/core';
import { ArrowRight, Save } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import { t } from '../../../messages';
import { CopyButton } from '../../../ui/code/copy-button';
import { saveFile } from '../../../ui/download';
import { Note } from '../../../ui/states/note';
import type { OperationEntry, Reference } from '../../document/reference';
import { goToOperation } from '../../use-selected-operation';
import { displayText, SHOWN_BYTES_MAX, type ApiResponse } from './response';
import styles from '../console.module.css';
import { DownloadButton } from './download';
import { nextPage, getOperation } from './follow-ups';
import { ResponseText } from './response-text';
import { isJson, type RequestDraft } from '../request/request';
import type { Console } from '../use-console';

const texts = t.docs.console;

interface Props {
  readonly operation: OperationEntry;
  readonly api: Console;
  readonly reference: Reference;
}

/** The last response. It stays visible until the next one arrives. */
export function ResponseCard({ operation, api, reference }: Props) {
  const { phase, response, draft } = api.getCall(operation);
  const card = useRef<HTMLElement>(null);
  const lastShown = useRef(response);
  useEffect(() => {
    if (!response || response === lastShown.current) return;
    lastShown.current = response;
    card.current?.scrollIntoView({ block: 'nearest' });
  }, [response]);
  const changes = operation.method !== 'get';
  const failureText =
    phase === 'failed'
      ? changes
        ? texts.failedChange
        : texts.failed
      : phase === 'cancelled'
        ? changes
          ? texts.cancelledChange
          : texts.cancelled
        : null;
  return (
    <>
      <p role="status" className="visually-hidden">
        {phase === 'received' &&
          response &&
          texts.spoken(statusText(response), response.milliseconds, texts.bytes(response.bytes))}
      </p>
      {failureText && (
        <Note tone={phase === 'failed' ? 'danger' : 'info'} role="alert">
          {failureText}
        </Note>
      )}
      {response && (
        <section
          ref={card}
          className={styles.card}
          aria-labelledby="response"
          aria-busy={phase === 'sending'}
        >
          <div className={styles.responseHead}>
            <h2 id="response">{texts.response}</h2>
            <span className={styles.statusPill} data-kind={String(response.status).charAt(0)}>
              {statusText(response)}
            </span>
            <span className={styles.measured}>
              {texts.measured(response.milliseconds, texts.bytes(response.bytes))}
            </span>
          </div>
          {response.rateLimit && (
            <p className={styles.quiet}>
              {texts.remainingAfter(response.rateLimit.windows.map(remainingRequests))}
            </p>
          )}
          <ResponseHeaders headers={response.headers} />
          <ResponseBody
            operation={operation}
            api={api}
            reference={reference}
            response={response}
            sentDraft={draft ?? api.getDraft(operation)}
          />
        </section>
      )}
    </>
  );
}

const remainingRequests = ({ name, remaining }: RateWindow): string =>
  `${remaining.toLocaleString('en')} ${texts.window(name)}`;

const statusText = ({ status }: ApiResponse): string => texts.status(status, texts.statusTexts[status] ?? '');

function ResponseHeaders({ headers }: Pick<ApiResponse, 'headers'>) {
  return (
    <details className={styles.headers}>
      <summary>{t.docs.reference.headers(headers.length)}</summary>
      <dl>
        {headers.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

interface ResponseBodyProps extends Props {
  readonly response: ApiResponse;
  /** The request of the response. */
  readonly sentDraft: RequestDraft;
}

function ResponseBody({ operation, api, reference, response, sentDraft }: ResponseBodyProps) {
  const text = useMemo(() => displayText(response), [response]);
  if (text === '') return <p className={styles.quiet}>{texts.empty}</p>;
  const next = nextPage(operation, sentDraft.values, response.text);
  const itemOperation = getOperation(reference.operations, operation);
  const shown = text.length > SHOWN_BYTES_MAX ? text.slice(0, SHOWN_BYTES_MAX).toWellFormed() : text;
  const openNextPage = () => {
    if (!next) return;
    const draft = { ...sentDraft, values: next.values };
    api.updateDraft(operation, draft);
    api.send(operation, draft);
  };
  const openItem = (operation: OperationEntry, id: string) => {
    api.updateDraft(operation, { values: { 'path:id': id } });
    // Focus Send, so that Enter sends the request.
    goToOperation(operation.id, 'send');
  };
  return (
    <>
      <ResponseText
        text={shown}
        label={texts.response}
        isJson={isJson(response.contentType)}
        idLink={
          itemOperation && {
            href: `#${itemOperation.id}`,
            label: (id) => `${texts.readThis(itemOperation.summary)}: ${id}`,
            onOpen: (id) => openItem(itemOperation, id),
          }
        }
      />
      {shown.length < text.length && !response.isTruncated && (
        <p className={styles.quiet}>{texts.cutLong(texts.bytes(SHOWN_BYTES_MAX))}</p>
      )}
      <div className={styles.tools}>
        {!response.isTruncated && <CopyButton value={text} label={texts.copyResponse} withText size="xs" />}
        {response.isTruncated && (
          <DownloadButton
            operation={operation}
            sentDraft={sentDraft}
            api={api}
            name={response.fileName ?? 'response'}
          />
        )}
        {!response.isTruncated && response.fileName !== null && (
          <Button
            size="xs"
            variant="default"
            leftSection={<Save size={14} />}
            onClick={() => saveFile(new Blob([response.text]), response.fileName!)}
          >
            {texts.save}
          </Button>
        )}
        {next && (
          <Button size="xs" variant="default" rightSection={<ArrowRight size={14} />} onClick={openNextPage}>
            {texts.nextPage}
          </Button>
        )}
      </div>
    </>
  );
}
