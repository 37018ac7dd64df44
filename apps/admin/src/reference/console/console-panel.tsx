import { useEffect, useRef } from 'react';
import { t } from '../../messages';
import type { OperationEntry, Reference } from '../document/reference';
import { ResponseCard } from './response/response-card';
import { CodeCard } from './request/code-card';
import styles from './console.module.css';
import { KeyCard } from './key-card';
import { RequestCard } from './request/request-card';
import type { Console } from './use-console';

interface Props {
  readonly reference: Reference;
  /** Null on the introduction, which has no operation. */
  readonly operation: OperationEntry | null;
  readonly api: Console;
}

/** The console: key, request, response, and code samples. */
export function ConsolePanel({ reference, operation, api }: Props) {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    panel.current?.scrollTo(0, 0);
  }, [operation]);
  return (
    <section
      ref={panel}
      id="console"
      className={styles.console}
      aria-label={t.docs.console.label}
      tabIndex={-1}
    >
      <KeyCard api={api} />
      {operation && (
        <>
          <RequestCard key={`request-${operation.id}`} operation={operation} api={api} />
          <ResponseCard
            key={`response-${operation.id}`}
            operation={operation}
            api={api}
            reference={reference}
          />
          <CodeCard operation={operation} api={api} />
        </>
      )}
    </section>
  );
}
