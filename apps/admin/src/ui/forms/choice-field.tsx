import { Radio, Stack, type RadioGroupProps } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props<T extends string | number> extends Pick<RadioGroupProps, 'label' | 'description' | 'name'> {
  /** Null before the choice. */
  readonly value: T | null;
  readonly values: readonly T[];
  readonly textOf: (value: T) => { readonly label: string; readonly hint?: string };
  readonly onChange: (value: T) => void;
  /** Whether the chosen one has the focus when its dialog opens. */
  readonly hasFocus?: boolean;
  /** Below the choices. */
  readonly children?: ReactNode;
}

/** One of a few values, each with its explanation. */
export function ChoiceField<T extends string | number>(props: Props<T>) {
  const { value, values, textOf, onChange, hasFocus, children, ...group } = props;
  return (
    <Radio.Group
      {...group}
      value={value === null ? null : String(value)}
      onChange={(chosen) => onChange(values.find((each) => String(each) === chosen)!)}
    >
      <Stack gap="xs" mt={6}>
        {values.map((each) => (
          <Radio
            key={each}
            value={String(each)}
            label={textOf(each).label}
            description={textOf(each).hint || undefined}
            data-autofocus={(hasFocus && each === value) || undefined}
          />
        ))}
        {children}
      </Stack>
    </Radio.Group>
  );
}
