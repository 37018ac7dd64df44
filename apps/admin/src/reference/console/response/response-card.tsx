import type { RateWindow } from '@libs/api-client';
import { Button } from '@mantine/core';
import { ArrowRight, Save } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import { t } from '../../../messages';
import { CopyButton } from '../../../ui/code/copy-button';
import { Note } from '../../../ui/states/note';
import type { OperationEntry, Reference } from '../../document/reference';
import { goTo } from '../../use-selected-operation';
import { readable, SHOWN_BYTES, type Answer } from './response';
import styles from '../console.module.css';
import { Download } from './download';
import { nextPage, readingOf } from './follow-ups';
import { JsonView } from './response-text';
import { isJson, type Draft } from '../request/request';
import { save } from '../request/send';
import type { Console } from '../use-console';

const texts = t.docs.console;

interface Props {
  readonly operation: OperationEntry;
  readonly api: Console;
  readonly reference: Reference;
}

/** What came back. It keeps its place while the next answer is on its way. */
export function AnswerCard({ operation, api, reference }: Props) {
  const { phase, answer, draft } = api.callOf(operation);
  const card = useRef<HTMLElement>(null);
  const shownBefore = useRef(answer);
  useEffect(() => {
    if (!answer || answer === shownBefore.current) return;
    shownBefore.current = answer;
    card.current?.scrollIntoView({ block: 'nearest' });
  }, [answer]);
  const changes = operation.method !== 'get';
  const trouble =
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
        {phase === 'answered' &&
          answer &&
          texts.spoken(statusOf(answer), answer.milliseconds, texts.bytes(answer.bytes))}
      </p>
      {trouble && (
        <Note tone={phase === 'failed' ? 'danger' : 'info'} role="alert">
          {trouble}
        </Note>
      )}
      {answer && (
        <section ref={card} className={styles.card} aria-labelledby="answer" aria-busy={phase === 'sending'}>
          <div className={styles.answerHead}>
            <h2 id="answer">{texts.answer}</h2>
            <span className={styles.statusPill} data-kind={String(answer.status).charAt(0)}>
              {statusOf(answer)}
            </span>
            <span className={styles.measured}>
              {texts.measured(answer.milliseconds, texts.bytes(answer.bytes))}
            </span>
          </div>
          {answer.budget && (
            <p className={styles.quiet}>{texts.leftAfter(answer.budget.windows.map(leftIn))}</p>
          )}
          <Headers headers={answer.headers} />
          <Body
            operation={operation}
            api={api}
            reference={reference}
            answer={answer}
            sent={draft ?? api.draftOf(operation)}
          />
        </section>
      )}
    </>
  );
}

const leftIn = ({ name, remaining }: RateWindow): string => `${remaining} ${texts.window(name)}`;

const statusOf = ({ status }: Answer): string => texts.status(status, texts.statusWords[status] ?? '');

function Headers({ headers }: Pick<Answer, 'headers'>) {
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

interface BodyProps extends Props {
  readonly answer: Answer;
  /** What it is the answer to. */
  readonly sent: Draft;
}

function Body({ operation, api, reference, answer, sent }: BodyProps) {
  const text = useMemo(() => readable(answer), [answer]);
  if (text === '') return <p className={styles.quiet}>{texts.empty}</p>;
  const next = nextPage(operation, sent.values, answer.text);
  const reading = readingOf(reference.operations, operation);
  const shown = text.length > SHOWN_BYTES ? text.slice(0, SHOWN_BYTES).toWellFormed() : text;
  const turnPage = () => {
    if (!next) return;
    const draft = { ...sent, values: next.values };
    api.change(operation, draft);
    api.send(operation, draft);
  };
  const read = (reading: OperationEntry, id: string) => {
    api.change(reading, { values: { 'path:id': id } });
    // One press of Enter away from its answer.
    goTo(reading.id, 'send');
  };
  return (
    <>
      <JsonView
        text={shown}
        label={texts.answer}
        isJson={isJson(answer.contentType)}
        onId={
          reading && {
            href: `#${reading.id}`,
            label: (id) => `${texts.readThis(reading.summary)}: ${id}`,
            go: (id) => read(reading, id),
          }
        }
      />
      {shown.length < text.length && !answer.isCut && (
        <p className={styles.quiet}>{texts.cutLong(texts.bytes(SHOWN_BYTES))}</p>
      )}
      <div className={styles.tools}>
        {!answer.isCut && <CopyButton value={text} label={texts.answerCopy} withText size="xs" />}
        {answer.isCut && (
          <Download operation={operation} sent={sent} api={api} name={answer.fileName ?? 'answer'} />
        )}
        {!answer.isCut && answer.fileName !== null && (
          <Button
            size="xs"
            variant="default"
            leftSection={<Save size={14} aria-hidden />}
            onClick={() => save(new Blob([answer.text]), answer.fileName!)}
          >
            {texts.save}
          </Button>
        )}
        {next && (
          <Button
            size="xs"
            variant="default"
            rightSection={<ArrowRight size={14} aria-hidden />}
            onClick={turnPage}
          >
            {texts.nextPage}
          </Button>
        )}
      </div>
    </>
  );
}
