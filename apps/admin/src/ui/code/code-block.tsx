import { CopyButton } from './copy-button';
import styles from './code-block.module.css';
import { highlight, type CodeLanguage } from './highlight';

interface Props {
  readonly code: string;
  readonly language: CodeLanguage;
  /** What it is, for those who do not see it. */
  readonly label: string;
  readonly copyLabel: string;
}

/** Code to copy. It takes the focus, so that the keyboard can scroll what is too wide for the screen. */
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
