import { t } from '../../messages';
import { ContentView } from './content-view';
import styles from './article.module.css';
import { ValueList } from './field-list';
import { InlineText } from './markdown-text';
import type { ReactNode } from 'react';
import type { MessageEntry, ResponseEntry } from '../document/reference';

const texts = t.docs.reference;

/** The possible responses by status, collapsible. */
export function ResponseList({
  responses,
  open,
}: {
  readonly responses: readonly ResponseEntry[];
  readonly open?: boolean;
}) {
  return (
    <div>
      {responses.map(({ status, ...message }, index) => (
        <Message
          key={status}
          label={
            <span className={styles.status} data-kind={status.charAt(0)}>
              {status}
            </span>
          }
          message={message}
          open={open && index === 0}
        />
      ))}
    </div>
  );
}

/** The body and headers of a message below its label, collapsible. */
export function Message({
  label,
  message: { description, headers, contents },
  open,
}: {
  readonly label: ReactNode;
  readonly message: MessageEntry;
  readonly open?: boolean;
}) {
  return (
    <details className={styles.response} open={open}>
      <summary>
        {label}
        <span className={styles.responseText}>
          <InlineText source={description} />
        </span>
      </summary>
      <div className={styles.responseBody}>
        {contents.map((content) => (
          <ContentView key={content.type} content={content} isCollapsed />
        ))}
        {contents.length === 0 && <p className={styles.quiet}>{texts.noBody}</p>}
        {headers.length > 0 && (
          <details className={styles.inside}>
            <summary>{texts.headers(headers.length)}</summary>
            <ValueList values={headers} />
          </details>
        )}
      </div>
    </details>
  );
}
