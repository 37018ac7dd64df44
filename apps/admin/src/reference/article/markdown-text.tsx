import styles from './article.module.css';
import { parseInline, parseMarkdown, type Inline } from '../document/markdown';

export function MarkdownText({ source }: { readonly source: string }) {
  return (
    <div className={styles.prose}>
      {parseMarkdown(source).map((block, index) =>
        block.kind === 'list' ? (
          <ul key={index}>
            {block.items.map((item, at) => (
              <li key={at}>
                <InlineParts parts={item} />
              </li>
            ))}
          </ul>
        ) : (
          <p key={index}>
            <InlineParts parts={block.parts} />
          </p>
        ),
      )}
    </div>
  );
}

export const InlineText = ({ source }: { readonly source: string }) => (
  <InlineParts parts={parseInline(source)} />
);

function InlineParts({ parts }: { readonly parts: readonly Inline[] }) {
  return parts.map((part, index) => {
    if (part.kind === 'strong') {
      return (
        <strong key={index}>
          <InlineParts parts={part.parts} />
        </strong>
      );
    }
    return part.kind === 'code' ? <code key={index}>{part.text}</code> : part.text;
  });
}
