import type { Group, OperationEntry } from './document/reference';

/**
 * The operations in which every word of the text occurs: in their name, method, path or group; where there is none, in
 * what is said about them, their parameters and their answers.
 */
export function filtered(groups: readonly Group[], text: string): readonly Group[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const named = having(groups, words, nameOf);
  return named.length > 0 ? named : having(groups, words, everythingOf);
}

function having(
  groups: readonly Group[],
  words: readonly string[],
  textOf: (operation: OperationEntry) => string,
): readonly Group[] {
  return groups
    .map((group) => ({
      ...group,
      operations: group.operations.filter((operation) => {
        const all = textOf(operation).toLowerCase();
        return words.every((word) => all.includes(word));
      }),
    }))
    .filter(({ operations }) => operations.length > 0);
}

const nameOf = ({ id, summary, method, path, tag }: OperationEntry): string =>
  `${id} ${summary} ${method} ${path} ${tag}`;

function everythingOf(operation: OperationEntry): string {
  const { description, parameters, answers } = operation;
  const values = parameters.map(({ name, description: words }) => `${name} ${words}`);
  const statuses = answers.map(({ status }) => status);
  return [nameOf(operation), description, ...values, ...statuses].join(' ');
}
