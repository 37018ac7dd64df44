import styles from './article.module.css';
import { inline, markdown, type Inline } from '../document/markdown';

export function MarkdownText({ source }: { readonly source: string }) {
  return (
    <div className={styles.prose}>
      {markdown(source).map((block, index) =>
        block.kind === 'list' ? (
          <ul key={index}>
            {block.items.map((item, at) => (
              <li key={at}>
                <Parts parts={item} />
              </li>
            ))}
          </ul>
        ) : (
          <p key={index}>
            <Parts parts={block.parts} />
          </p>
        ),
      )}
    </div>
  );
}

export const InlineText = ({ source }: { readonly source: string }) => <Parts parts={inline(source)} />;

function Parts({ parts }: { readonly parts: readonly Inline[] }) {
  return parts.map((part, index) => {
    if (part.kind === 'strong') {
      return (
        <strong key={index}>
          <Parts parts={part.parts} />
        </strong>
      );
    }
    return part.kind === 'code' ? <code key={index}>{part.text}</code> : part.text;
  });
}
