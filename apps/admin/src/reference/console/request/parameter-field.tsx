import { Button, NativeSelect, TextInput } from '@mantine/core';
import { t } from '../../../messages';
import type { ParameterEntry } from '../../document/reference';
import styles from '../console.module.css';
import { isHeaderValue } from './request';

const texts = t.docs.console;

interface Props {
  readonly parameter: ParameterEntry;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** True if the user tried to send the request without it. */
  readonly isMissing: boolean;
  /** The last known ETag of the item. */
  readonly etag: string | undefined;
}

/** A field for the type of the parameter. Invalid values can be sent, too, to try the error responses. */
export function ParameterField({ parameter, value, onChange, isMissing, etag }: Props) {
  const { name, required, schema, example } = parameter;
  const label = (
    <>
      <code>{name}</code>
      {required && <span className={styles.required}>{t.docs.facts.required}</span>}
    </>
  );
  const choices = schema.enum?.map(String) ?? (schema.type === 'boolean' ? ['true', 'false'] : null);
  if (choices) {
    return (
      <NativeSelect
        size="xs"
        label={label}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        data={[{ value: '', label: texts.notSent }, ...choices]}
      />
    );
  }
  const suggestion = suggestValue(parameter, etag);
  return (
    <div className={styles.withHelp}>
      <TextInput
        size="xs"
        label={label}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        placeholder={schema.default === undefined ? example : String(schema.default)}
        error={valueError(parameter, value, isMissing)}
        description={valueHint(parameter, value)}
        descriptionProps={{ className: styles.advice }}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        inputMode={schema.type === 'integer' ? 'numeric' : undefined}
        classNames={{ input: styles.mono }}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        data-parameter={name}
      />
      {suggestion && (
        <Button
          size="compact-xs"
          variant="subtle"
          className={`${styles.help} ${styles.small}`}
          onClick={() => onChange(suggestion.value())}
        >
          {suggestion.label}
        </Button>
      )}
    </div>
  );
}

function valueError({ in: location }: ParameterEntry, value: string, isMissing: boolean): string | undefined {
  if (value === '') return isMissing ? texts.required : undefined;
  return location === 'header' && !isHeaderValue(value) ? texts.notLatin : undefined;
}

function valueHint({ schema, facts }: ParameterEntry, value: string): string | undefined {
  if (value === '') return undefined;
  if (schema.type === 'integer') {
    const { minimum = -Infinity, maximum = Infinity } = schema;
    const isValid = /^-?\d+$/.test(value) && Number(value) >= minimum && Number(value) <= maximum;
    return isValid ? undefined : texts.integer(facts[0]?.text ?? '');
  }
  const isTimestamp = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/.test(value);
  return schema.format === 'date-time' && !isTimestamp ? texts.invalidTime : undefined;
}

interface Suggestion {
  readonly label: string;
  readonly value: () => string;
}

/** A value that is tedious to type. */
function suggestValue({ name, schema }: ParameterEntry, etag: string | undefined): Suggestion | null {
  if (name.toLowerCase() === 'idempotency-key') return { label: texts.generate, value: newIdempotencyKey };
  if (schema.format === 'date-time') return { label: texts.now, value: () => new Date().toISOString() };
  const isVersion = /^if-(none-)?match$/i.test(name);
  return isVersion && etag !== undefined ? { label: texts.useEtag(etag), value: () => etag } : null;
}

/** Not `randomUUID`, which browsers provide over HTTPS and on localhost only. */
const newIdempotencyKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
