import { t } from '../../messages';
import { ContentView } from './content-view';
import styles from './article.module.css';
import { ValueList } from './field-list';
import { InlineText } from './markdown-text';
import type { AnswerEntry } from '../document/reference';

const texts = t.docs.reference;

/** What may come back, by status; each unfolds. */
export function AnswerList({
  answers,
  open,
}: {
  readonly answers: readonly AnswerEntry[];
  readonly open?: boolean;
}) {
  return (
    <div>
      {answers.map((answer, index) => (
        <details key={answer.status} className={styles.answer} open={open && index === 0}>
          <summary>
            <span className={styles.status} data-kind={answer.status.charAt(0)}>
              {answer.status}
            </span>
            <span className={styles.answerText}>
              <InlineText source={answer.description} />
            </span>
          </summary>
          <div className={styles.answerBody}>
            {answer.contents.map((content) => (
              <ContentView key={content.type} content={content} folded />
            ))}
            {answer.contents.length === 0 && <p className={styles.quiet}>{texts.noBody}</p>}
            {answer.headers.length > 0 && (
              <details className={styles.inside}>
                <summary>{texts.headers(answer.headers.length)}</summary>
                <ValueList values={answer.headers} />
              </details>
            )}
          </div>
        </details>
      ))}
    </div>
  );
}
