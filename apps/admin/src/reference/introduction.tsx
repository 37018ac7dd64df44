import { t } from '../messages';
import { CopyButton } from '../ui/code/copy-button';
import { Note } from '../ui/states/note';
import { AnswerList } from './article/response-list';
import styles from './article/article.module.css';
import { InlineText, MarkdownText } from './article/markdown-text';
import { MethodMark } from './article/method-badge';
import type { Reference } from './document/reference';

const texts = t.docs.reference;

interface Props {
  readonly reference: Reference;
  /** What the address asks for and is not here. */
  readonly unknown: string;
}

/** What holds for every operation, and what there is. */
export function Introduction({ reference, unknown }: Props) {
  const { title, version, openapi, description, baseUrl, groups, others } = reference;
  return (
    <article>
      <p className={styles.eyebrow}>
        {texts.version(version)} · {texts.document(openapi)}
      </p>
      <h1 className={styles.heading} data-page-heading tabIndex={-1}>
        {title}
      </h1>
      {unknown !== '' && (
        <Note tone="warning" role="status">
          {texts.unknown(unknown)}
        </Note>
      )}
      <div className={styles.address}>
        <span className={styles.quiet}>{texts.baseUrl}</span>
        <code>{baseUrl}</code>
        <CopyButton value={baseUrl} label={texts.baseUrlCopy} />
      </div>
      <MarkdownText source={description} />
      <MarkdownText source={texts.tools(baseUrl.replace(/\/api\/v1$/, ''))} />
      {groups.map((group) => (
        <section key={group.name} className={styles.part}>
          <h2>{group.name}</h2>
          {group.description && (
            <p className={styles.quiet}>
              <InlineText source={group.description} />
            </p>
          )}
          <ul className={styles.overview}>
            {group.operations.map(({ id, method, path, summary }) => (
              <li key={id}>
                <a href={`#${id}`}>
                  <MethodMark method={method} />
                  <span className={styles.overviewName}>{summary}</span>
                  <code>{path}</code>
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {others.length > 0 && (
        <section className={styles.part}>
          <h2>{texts.others}</h2>
          {others.map(({ description: words, answers }) => (
            <div key={words} className={styles.other}>
              <h3>{words}</h3>
              <AnswerList answers={answers} />
            </div>
          ))}
        </section>
      )}
    </article>
  );
}
