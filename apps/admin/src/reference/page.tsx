import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { t } from '../messages';
import { ConsolePanel } from './console/console-panel';
import { focusConsole } from './console/focus-console';
import { useConsole } from './console/use-console';
import sideBar from '../ui/pages/side-bar.module.css';
import styles from './docs.module.css';
import { Introduction } from './introduction';
import { OperationArticle } from './article/operation-article';
import type { Reference } from './document/reference';
import { Sidebar } from './sidebar';
import { useDocument } from './use-document';
import { useSelectedOperation, useOperationScroll } from './use-selected-operation';

const texts = t.docs;

export function Docs() {
  const { loaded, retry } = useDocument();
  if (loaded === 'loading') return <Loading />;
  if (loaded === 'failed') {
    return (
      <main className={styles.alone}>
        <h1>{texts.failed}</h1>
        <p>{texts.failedHint}</p>
        <Button onClick={retry}>{t.ui.retry}</Button>
      </main>
    );
  }
  return <Page reference={loaded.reference} />;
}

/** Has the layout of the loaded page, so that nothing shifts. */
function Loading() {
  return (
    <div className={styles.page} aria-busy>
      <div className={`${sideBar.side} ${styles.side}`} />
      <main className={styles.main}>
        <h1 className="visually-hidden">{texts.loading}</h1>
      </main>
    </div>
  );
}

function Page({ reference }: { readonly reference: Reference }) {
  const operationId = useSelectedOperation();
  const console = useConsole(reference);
  const operation = reference.operations.find(({ id }) => id === operationId);
  useOperationScroll(operationId);
  useEffect(() => {
    document.title = texts.title(operation?.summary ?? '', reference.title);
  }, [operation, reference.title]);

  return (
    <div className={styles.page}>
      <SkipLinks />
      <Sidebar reference={reference} operationId={operation?.id ?? ''} />
      <main id="main" className={styles.main} tabIndex={-1}>
        <div className={styles.article}>
          {operation ? (
            <OperationArticle operation={operation} baseUrl={reference.baseUrl} key={operation.id} />
          ) : (
            <Introduction reference={reference} unknownOperation={operationId} />
          )}
        </div>
        <ConsolePanel reference={reference} operation={operation ?? null} api={console} />
      </main>
    </div>
  );
}

/** Buttons instead of links, because the URL fragment selects the operation. */
function SkipLinks() {
  return (
    <>
      <button type="button" className="skip-link" onClick={() => document.getElementById('main')?.focus()}>
        {texts.skip}
      </button>
      <button type="button" className="skip-link" onClick={focusConsole}>
        {texts.skipToConsole}
      </button>
    </>
  );
}
