import { t } from '../messages';
import { CopyButton } from '../ui/code/copy-button';
import { Note } from '../ui/states/note';
import { Message, ResponseList } from './article/response-list';
import styles from './article/article.module.css';
import { InlineText, MarkdownText } from './article/markdown-text';
import { MethodBadge } from './article/method-badge';
import type { Reference } from './document/reference';

const texts = t.docs.reference;

interface Props {
  readonly reference: Reference;
  /** The operation in the URL if it doesn't exist; otherwise empty. */
  readonly unknownOperation: string;
}

/** The start page: what applies to all operations, and the list of operations. */
export function Introduction({ reference, unknownOperation }: Props) {
  const { title, version, openapi, description, baseUrl, groups, webhooks, otherRequests } = reference;
  return (
    <article>
      <p className={styles.eyebrow}>
        {texts.version(version)} · {texts.document(openapi)}
      </p>
      <h1 className={styles.heading} data-page-heading tabIndex={-1}>
        {title}
      </h1>
      {unknownOperation !== '' && (
        <Note tone="warning" role="status">
          {texts.unknown(unknownOperation)}
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
                  <MethodBadge method={method} />
                  <span className={styles.overviewName}>{summary}</span>
                  <code>{path}</code>
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {webhooks.length > 0 && (
        <section className={styles.part}>
          <h2>{texts.webhooks}</h2>
          <p className={styles.quiet}>{texts.webhooksLead}</p>
          <div>
            {webhooks.map(({ type, ...message }) => (
              <Message key={type} label={<code>{type}</code>} message={message} />
            ))}
          </div>
        </section>
      )}
      {otherRequests.length > 0 && (
        <section className={styles.part}>
          <h2>{texts.others}</h2>
          {otherRequests.map(({ description: otherDescription, responses }) => (
            <div key={otherDescription} className={styles.other}>
              <h3>{otherDescription}</h3>
              <ResponseList responses={responses} />
            </div>
          ))}
        </section>
      )}
    </article>
  );
}
