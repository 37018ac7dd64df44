import { Fragment } from 'react';
import codeStyles from '../../../ui/code/code-block.module.css';
import { highlight } from '../../../ui/code/highlight';
import styles from '../console.module.css';
import { ID_LINE } from './follow-ups';

interface IdLink {
  readonly href: string;
  readonly label: (id: string) => string;
  readonly onOpen: (id: string) => void;
}

interface Props {
  readonly text: string;
  /** Name for screen readers. */
  readonly label: string;
  readonly isJson: boolean;
  /** The link for item IDs; null for no links. */
  readonly idLink: IdLink | null;
}

/** A response as text; JSON is highlighted. Response text is never rendered as HTML; only IDs become links. */
export function ResponseText({ text, label, isJson, idLink }: Props) {
  return (
    <pre className={styles.result} tabIndex={0} role="group" aria-label={label}>
      <code>{isJson ? <LinkedJson text={text} idLink={idLink} /> : text}</code>
    </pre>
  );
}

function LinkedJson({ text, idLink }: Pick<Props, 'text' | 'idLink'>) {
  if (!idLink) return <HighlightedJson text={text} />;
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
      <HighlightedJson key={index} text={part.text} />
    ) : (
      <span key={index} className={codeStyles['string']}>
        "
        <a
          href={idLink.href}
          className={styles.id}
          aria-label={idLink.label(part.id)}
          title={idLink.label(part.id)}
          onClick={(event) => {
            event.preventDefault();
            idLink.onOpen(part.id!);
          }}
        >
          {part.text}
        </a>
        "
      </span>
    ),
  );
}

function HighlightedJson({ text }: { readonly text: string }) {
  return highlight(text, 'json').map(({ kind, text: tokenText }, index) =>
    kind === 'plain' ? (
      <Fragment key={index}>{tokenText}</Fragment>
    ) : (
      <span key={index} className={codeStyles[kind]}>
        {tokenText}
      </span>
    ),
  );
}
