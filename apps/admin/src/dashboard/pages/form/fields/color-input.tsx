import { TextInput, type TextInputProps } from '@mantine/core';
import { isColor, DEFAULT_ACCENT } from './color';
import styles from '../form.module.css';

interface Props extends Pick<TextInputProps, 'name' | 'label' | 'description' | 'error' | 'className'> {
  /** Label of the color picker for screen readers. */
  readonly pickerLabel: string;
  readonly value: string;
  readonly onChange: (color: string) => void;
}

/** A text field for a color, with the browser's color picker, which is accessible by keyboard and screen reader. */
export function ColorInput({ pickerLabel, value, onChange, ...field }: Props) {
  const color = value.toLowerCase();
  return (
    <TextInput
      {...field}
      placeholder={DEFAULT_ACCENT}
      autoComplete="off"
      spellCheck={false}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      leftSection={
        <input
          type="color"
          className={styles.picker}
          aria-label={pickerLabel}
          value={isColor(color) ? color : DEFAULT_ACCENT}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      }
    />
  );
}
