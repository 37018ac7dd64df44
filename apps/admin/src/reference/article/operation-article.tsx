import { t } from '../../messages';
import { CopyButton } from '../../ui/code/copy-button';
import { ResponseList } from './response-list';
import { ContentView } from './content-view';
import styles from './article.module.css';
import { ValueList } from './field-list';
import { InlineText, MarkdownText } from './markdown-text';
import { MethodBadge } from './method-badge';
import { focusConsole } from '../console/focus-console';
import { mergeAlikeContents, type OperationEntry } from '../document/reference';

const texts = t.docs.reference;
const PARAMETER_LOCATIONS = ['path', 'query', 'header'] as const;

interface Props {
  readonly operation: OperationEntry;
  readonly baseUrl: string;
}

/** The documentation of one operation. */
export function OperationArticle({ operation, baseUrl }: Props) {
  const { summary, tag, method, path, description, parameters, body, responses } = operation;
  return (
    <article>
      <p className={styles.eyebrow}>{tag}</p>
      <h1 className={styles.heading} data-page-heading tabIndex={-1}>
        {summary}
      </h1>
      <div className={styles.address}>
        <MethodBadge method={method} />
        <code>{path}</code>
        <CopyButton value={baseUrl + path} label={texts.pathCopy} />
      </div>
      <MarkdownText source={description} />
      <p className={styles.jump}>
        <button type="button" onClick={focusConsole}>
          {texts.tryIt} ↓
        </button>
      </p>
      {PARAMETER_LOCATIONS.map((location) => {
        const values = parameters.filter((parameter) => parameter.in === location);
        return values.length === 0 ? null : (
          <section key={location} className={styles.part}>
            <h2>{texts.parameters[location]}</h2>
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
          {mergeAlikeContents(body.contents).map((content) => (
            <ContentView key={content.type} content={content} />
          ))}
        </section>
      )}
      <section className={styles.part}>
        <h2>{texts.responses}</h2>
        <ResponseList responses={responses} open />
      </section>
    </article>
  );
}
