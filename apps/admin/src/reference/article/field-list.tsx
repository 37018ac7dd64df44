import styles from './article.module.css';
import { InlineText } from './markdown-text';
import type { Fact, Field } from '../document/fields';
import type { ValueEntry } from '../document/reference';
import { t } from '../../messages';

const texts = t.docs;

/** Parameters or headers, each with its type, description, and bounds. */
export function ValueList({ values }: { readonly values: readonly ValueEntry[] }) {
  return (
    <ul className={styles.fields}>
      {values.map((value) => (
        <li key={value.name}>
          <FieldHead {...value} />
          <FieldDescription description={value.description} facts={value.facts} />
        </li>
      ))}
    </ul>
  );
}

/** Fields, each with its nested fields. */
export function FieldList({ fields }: { readonly fields: readonly Field[] }) {
  return (
    <ul className={styles.fields}>
      {fields.map((field) => (
        <li key={field.name}>
          <FieldHead {...field} />
          <FieldDescription description={field.description} facts={field.facts} />
          {field.fields.length > 0 && (
            <details className={styles.inside}>
              <summary>{texts.reference.fieldsOf(field.name)}</summary>
              <FieldList fields={field.fields} />
            </details>
          )}
        </li>
      ))}
    </ul>
  );
}

function FieldHead({ name, type, required }: Pick<ValueEntry, 'name' | 'type' | 'required'>) {
  return (
    <div className={styles.fieldHead}>
      <code className={styles.fieldName}>{name}</code>
      <span className={styles.fieldType}>{type}</span>
      {required && <span className={styles.required}>{texts.facts.required}</span>}
    </div>
  );
}

function FieldDescription({
  description,
  facts,
}: {
  readonly description: string;
  readonly facts: readonly Fact[];
}) {
  return (
    <>
      {description && (
        <p className={styles.fieldText}>
          <InlineText source={description} />
        </p>
      )}
      {facts.length > 0 && (
        <p className={styles.facts}>
          {facts.map(({ text, values = [] }) => (
            <span key={text}>
              {text}
              {values.map((value, index) => (
                <code key={index}>{value}</code>
              ))}
            </span>
          ))}
        </p>
      )}
    </>
  );
}
