import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import { toText, type Option } from './options';

interface SelectProps<V> extends Omit<NativeSelectProps, 'value' | 'data' | 'onChange'> {
  readonly value: V;
  readonly options: readonly Option<V>[];
  readonly onChange: (value: V) => void;
}

/** One of many values, in a menu of the browser. */
export function SelectField<V extends string | number | null>(props: SelectProps<V>) {
  const { value, options, onChange, ...field } = props;
  return (
    <NativeSelect
      {...field}
      value={toText(value)}
      data={options.map((option) => ({ ...option, value: toText(option.value) }))}
      onChange={({ currentTarget }) => onChange(options[currentTarget.selectedIndex]!.value)}
    />
  );
}
