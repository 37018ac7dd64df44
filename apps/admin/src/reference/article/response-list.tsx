import { t } from '../../messages';
import { ContentView } from './content-view';
import styles from './article.module.css';
import { ValueList } from './field-list';
import { InlineText } from './markdown-text';
import type { ResponseEntry } from '../document/reference';

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
      {responses.map((response, index) => (
        <details key={response.status} className={styles.response} open={open && index === 0}>
          <summary>
            <span className={styles.status} data-kind={response.status.charAt(0)}>
              {response.status}
            </span>
            <span className={styles.responseText}>
              <InlineText source={response.description} />
            </span>
          </summary>
          <div className={styles.responseBody}>
            {response.contents.map((content) => (
              <ContentView key={content.type} content={content} isCollapsed />
            ))}
            {response.contents.length === 0 && <p className={styles.quiet}>{texts.noBody}</p>}
            {response.headers.length > 0 && (
              <details className={styles.inside}>
                <summary>{texts.headers(response.headers.length)}</summary>
                <ValueList values={response.headers} />
              </details>
            )}
          </div>
        </details>
      ))}
    </div>
  );
}
