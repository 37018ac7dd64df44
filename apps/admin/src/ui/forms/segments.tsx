import { SegmentedControl } from '@mantine/core';
import { toText, type Option } from './options';

interface SegmentsProps<V> {
  readonly label: string;
  readonly size?: 'sm';
  readonly value: V;
  readonly options: readonly Option<V>[];
  readonly onChange: (value: V) => void;
}

/** One of two or three values, side by side. */
export function Segments<V extends string | number>(props: SegmentsProps<V>) {
  const { label, size = 'xs', value, options, onChange } = props;
  return (
    <SegmentedControl
      size={size}
      aria-label={label}
      value={toText(value)}
      data={options.map((option) => ({ ...option, value: toText(option.value) }))}
      onChange={(chosen) => onChange(options.find((option) => toText(option.value) === chosen)!.value)}
    />
  );
}
