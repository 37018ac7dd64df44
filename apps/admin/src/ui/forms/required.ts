/** Validates the fields of a form: the text of each whose value is missing. */
export const required =
  <F extends string>(texts: Readonly<Record<F, string>>) =>
  (values: Readonly<Record<F, string>>): Record<F, string | null> => {
    const errors: Record<string, string | null> = {};
    for (const field in texts) errors[field] = values[field].trim() ? null : texts[field];
    return errors;
  };
