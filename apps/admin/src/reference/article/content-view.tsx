import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../messages';
import { CodeBlock } from '../../ui/code/code-block';
import styles from './article.module.css';
import { FieldList } from './field-list';
import { InlineText } from './markdown-text';
import type { ContentEntry } from '../document/reference';

const texts = t.docs.reference;

/** The fields and examples of a body. */
export function ContentView({
  content,
  isCollapsed,
}: {
  readonly content: ContentEntry;
  readonly isCollapsed?: boolean;
}) {
  const [name, setName] = useState(content.examples[0]?.name ?? '');
  const example = content.examples.find((one) => one.name === name);
  const fields = content.fields.length > 0 && <FieldList fields={content.fields} />;
  return (
    <div className={styles.content}>
      <p className={styles.mediaType}>
        <code>{content.type}</code>
      </p>
      {content.description && (
        <p className={styles.fieldText}>
          <InlineText source={content.description} />
        </p>
      )}
      {isCollapsed && fields ? (
        <details className={styles.inside}>
          <summary>{texts.fields}</summary>
          {fields}
        </details>
      ) : (
        fields
      )}
      {content.examples.length > 1 && (
        <NativeSelect
          size="xs"
          label={texts.example}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          data={content.examples.map((one) => ({ value: one.name, label: one.summary || one.name }))}
        />
      )}
      {example && (
        <CodeBlock
          code={example.text}
          language={/json\b/.test(content.type) && !/ndjson/.test(content.type) ? 'json' : 'text'}
          label={texts.exampleOf(example.summary || example.name)}
          copyLabel={texts.exampleCopy}
        />
      )}
    </div>
  );
}
