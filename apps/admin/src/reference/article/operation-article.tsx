import { t } from '../../messages';
import { CopyButton } from '../../ui/code/copy-button';
import { AnswerList } from './response-list';
import { ContentView } from './content-view';
import styles from './article.module.css';
import { ValueList } from './field-list';
import { InlineText, MarkdownText } from './markdown-text';
import { MethodMark } from './method-badge';
import { goToConsole } from '../console/focus-console';
import { alike, type OperationEntry } from '../document/reference';

const texts = t.docs.reference;
const PLACES = ['path', 'query', 'header'] as const;

interface Props {
  readonly operation: OperationEntry;
  readonly baseUrl: string;
}

/** One operation, in words. */
export function OperationArticle({ operation, baseUrl }: Props) {
  const { summary, tag, method, path, description, parameters, body, answers } = operation;
  return (
    <article>
      <p className={styles.eyebrow}>{tag}</p>
      <h1 className={styles.heading} data-page-heading tabIndex={-1}>
        {summary}
      </h1>
      <div className={styles.address}>
        <MethodMark method={method} />
        <code>{path}</code>
        <CopyButton value={baseUrl + path} label={texts.pathCopy} />
      </div>
      <MarkdownText source={description} />
      <p className={styles.jump}>
        <button type="button" onClick={goToConsole}>
          {texts.tryIt} ↓
        </button>
      </p>
      {PLACES.map((place) => {
        const values = parameters.filter((parameter) => parameter.in === place);
        return values.length === 0 ? null : (
          <section key={place} className={styles.part}>
            <h2>{texts.parameters[place]}</h2>
            <ValueList values={values} />
          </section>
        );
      })}
      {body && (
        <section className={styles.part}>
          <h2>{texts.body}</h2>
          {body.description && (
            <p className={styles.quiet}>
              <InlineText source={body.description} />
            </p>
          )}
          {alike(body.contents).map((content) => (
            <ContentView key={content.type} content={content} />
          ))}
        </section>
      )}
      <section className={styles.part}>
        <h2>{texts.answers}</h2>
        <AnswerList answers={answers} open />
      </section>
    </article>
  );
}
