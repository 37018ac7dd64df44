import { useState } from 'react';
import { t } from '../../../messages';
import { CodeBlock } from '../../../ui/code/code-block';
import { TabPanels } from '../../../ui/pages/tab-panels';
import type { OperationEntry } from '../../document/reference';
import { CliInstallHint } from './cli-install';
import styles from '../console.module.css';
import { SNIPPET_LANGUAGES, buildSnippet, type SnippetLanguage } from './snippets';
import type { Console } from '../use-console';

const texts = t.docs.console;

interface Props {
  readonly operation: OperationEntry;
  readonly api: Console;
}

/** Code samples of the request as filled in. They read the key from the environment. */
export function CodeCard({ operation, api }: Props) {
  const [language, setLanguage] = useState<SnippetLanguage>('curl');
  const code = buildSnippet(language, operation, api.getDraft(operation), api.baseUrl);
  return (
    <section className={styles.card} aria-labelledby="code">
      <h2 id="code">{texts.code}</h2>
      <TabPanels
        label={texts.language}
        names={texts.languages}
        tabs={SNIPPET_LANGUAGES}
        value={language}
        onChange={setLanguage}
      >
        {code === null ? (
          <p className={styles.quiet}>{texts.noCommand}</p>
        ) : (
          <CodeBlock
            code={code}
            language={language}
            label={texts.codeLabel(operation.summary, texts.languages[language])}
            copyLabel={texts.codeCopy}
          />
        )}
        <p className={`${styles.quiet} ${styles.hint}`}>{texts.codeHints[language]}</p>
        {language === 'cli' && <CliInstallHint baseUrl={api.baseUrl} />}
      </TabPanels>
    </section>
  );
}
