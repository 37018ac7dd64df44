import { CopyButton } from './copy-button';
import styles from './code-block.module.css';
import { highlight, type CodeLanguage } from './highlight';

interface Props {
  readonly code: string;
  readonly language: CodeLanguage;
  /** Name for screen readers. */
  readonly label: string;
  readonly copyLabel: string;
}

/** Code with a copy button. It is focusable, so that the keyboard can scroll wide lines. */
export function CodeBlock({ code, language, label, copyLabel }: Props) {
  return (
    <div className={styles.block}>
      <pre className={styles.code} tabIndex={0} role="group" aria-label={label}>
        <code>
          {highlight(code, language).map(({ kind, text }, index) => (
            <span key={index} className={styles[kind]}>
              {text}
            </span>
          ))}
        </code>
      </pre>
      <div className={styles.copy}>
        <CopyButton value={code} label={copyLabel} />
      </div>
    </div>
  );
}
