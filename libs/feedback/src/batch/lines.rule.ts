import { emptyField, isOfType, type Issue, type Rule } from '@libs/kernel';
import { PAGE_MAX } from '../lists/list';

/** Maximum number of lines in a batch, equal to the maximum page size of a list. */
export const BATCH_MAX = PAGE_MAX;

type ReadLine<T> = (entry: unknown, path: string, issues: Issue[]) => T;

const arrayOf = <T>(line: Rule<T>, reader: () => ReadLine<T>): Rule<readonly T[]> => ({
  schema: { type: 'array', minItems: 1, maxItems: BATCH_MAX, items: line.schema },
  read(value, param, issues) {
    if (!isOfType<unknown[]>(Array.isArray, 'an array', value, param, issues)) return [];
    const issue = issueOfLength(value, param);
    if (issue) {
      issues.push(issue);
      return [];
    }
    const read = reader();
    return value.map((entry, i) => read(entry, `${param}[${i}]`, issues));
  },
});

/** An array of 1 to 100 lines. */
export const linesRule = <T>(line: Rule<T>): Rule<readonly T[]> => arrayOf(line, () => line.read.bind(line));

/** The IDs by which a line names its item. An invalid line can have any values. */
export type NamesOf<T> = (line: T) => Partial<Record<LineName, unknown>>;
export type LineName = 'id' | 'external_id';

/** As `linesRule`, with unique IDs. */
export const uniqueLinesRule = <T extends object>(
  line: Rule<T>,
  namesOf: NamesOf<T> = ({ id }: { readonly id?: unknown }) => ({ id }),
): Rule<readonly T[]> =>
  arrayOf(line, () => {
    const seen = new Set<string>();
    return (entry, path, issues) => {
      const before = issues.length;
      const read = line.read(entry, path, issues);
      for (const [name, value] of Object.entries(namesOf(read))) {
        if (typeof value !== 'string') continue;
        const key = `${name} ${value}`;
        if (seen.has(key)) issues.splice(before, 0, duplicateId(path, name as LineName));
        seen.add(key);
      }
      return read;
    };
  });

function issueOfLength({ length }: readonly unknown[], param: string): Issue | null {
  if (length === 0) return emptyField(param);
  return length > BATCH_MAX ? tooManyItems(param) : null;
}

const tooManyItems = (param: string): Issue => ({
  param,
  code: 'too_long',
  message: `Too many items: ${param} (maximum ${BATCH_MAX})`,
});

/** @param path of the line, without a dot at its end */
export const duplicateId = (path: string, name: LineName): Issue => ({
  param: `${path}.${name}`,
  code: 'invalid_value',
  message: `Duplicate ${name} in batch: ${path}.${name}`,
});
