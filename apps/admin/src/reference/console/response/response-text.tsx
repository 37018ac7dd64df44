import { Fragment } from 'react';
import codeStyles from '../../../ui/code/code-block.module.css';
import { highlighted } from '../../../ui/code/highlight';
import styles from '../console.module.css';
import { ID_LINE } from './follow-ups';

export interface IdLink {
  readonly href: string;
  readonly label: (id: string) => string;
  readonly go: (id: string) => void;
}

interface Props {
  readonly text: string;
  /** What it is, for those who do not see it. */
  readonly label: string;
  readonly isJson: boolean;
  /** What to do with an item's id; null leaves ids as they are. */
  readonly onId: IdLink | null;
}

/** An answer as text, coloured where it is JSON. What came is never made into elements: only ids in their place are. */
export function JsonView({ text, label, isJson, onId }: Props) {
  return (
    <pre className={styles.result} tabIndex={0} role="group" aria-label={label}>
      <code>{isJson ? <Lines text={text} onId={onId} /> : text}</code>
    </pre>
  );
}

function Lines({ text, onId }: Pick<Props, 'text' | 'onId'>) {
  if (!onId) return <Coloured text={text} />;
  const parts: { readonly text: string; readonly id?: string }[] = [];
  let plain = '';
  for (const line of text.split(/(?<=\n)/)) {
    const match = ID_LINE.exec(line.trimEnd());
    if (!match) plain += line;
    else {
      const [, before = '', id = ''] = match;
      parts.push({ text: plain + before }, { text: id, id });
      plain = line.slice(before.length + id.length + 2);
    }
  }
  return [...parts, { text: plain }].map((part, index) =>
    part.id === undefined ? (
      <Coloured key={index} text={part.text} />
    ) : (
      <span key={index} className={codeStyles['string']}>
        "
        <a
          href={onId.href}
          className={styles.id}
          aria-label={onId.label(part.id)}
          title={onId.label(part.id)}
          onClick={(event) => {
            event.preventDefault();
            onId.go(part.id!);
          }}
        >
          {part.text}
        </a>
        "
      </span>
    ),
  );
}

function Coloured({ text }: { readonly text: string }) {
  return highlighted(text, 'json').map(({ kind, text: piece }, index) =>
    kind === 'plain' ? (
      <Fragment key={index}>{piece}</Fragment>
    ) : (
      <span key={index} className={codeStyles[kind]}>
        {piece}
      </span>
    ),
  );
}
