/** The text if the value is missing. */
export const requiredError = (value: string, text: string): string | null => (value.trim() ? null : text);
