export interface Option<V> {
  /** Null for the option that chooses nothing. */
  readonly value: V;
  readonly label: string;
}

/** Options with their labels from a table of texts. */
export const labelled = <const V extends string | number>(
  values: readonly V[],
  texts: Readonly<Record<NoInfer<V>, string>>,
): Option<V>[] => values.map((value) => ({ value, label: texts[value] }));

export const toText = (value: string | number | null): string => String(value ?? '');
