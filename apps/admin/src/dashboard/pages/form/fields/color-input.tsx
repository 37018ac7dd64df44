import { TextInput, type TextInputProps } from '@mantine/core';
import { isColour, STANDARD } from './color';
import styles from '../form.module.css';

interface Props extends Pick<TextInputProps, 'name' | 'label' | 'description' | 'error' | 'className'> {
  /** The browser's own picker, for those who do not see it. */
  readonly picker: string;
  readonly value: string;
  readonly onChange: (colour: string) => void;
}

/** A colour by name, or by eye: the browser's own picker, which every keyboard and screen reader knows. */
export function ColourInput({ picker, value, onChange, ...field }: Props) {
  const colour = value.toLowerCase();
  return (
    <TextInput
      {...field}
      placeholder={STANDARD}
      autoComplete="off"
      spellCheck={false}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      leftSection={
        <input
          type="color"
          className={styles.picker}
          aria-label={picker}
          value={isColour(colour) ? colour : STANDARD}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      }
    />
  );
}
