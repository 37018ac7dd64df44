import type { Group, OperationEntry } from './document/reference';

/**
 * Finds the operations that contain every word of the text in their name, method, path, or group. If there are none,
 * searches their descriptions, parameters, and response statuses, too.
 */
export function filterGroups(groups: readonly Group[], text: string): readonly Group[] {
  const terms = text.toLowerCase().split(/\s+/).filter(Boolean);
  const namedMatches = groupsMatching(groups, terms, operationNames);
  return namedMatches.length > 0 ? namedMatches : groupsMatching(groups, terms, operationText);
}

function groupsMatching(
  groups: readonly Group[],
  terms: readonly string[],
  textOf: (operation: OperationEntry) => string,
): readonly Group[] {
  return groups
    .map((group) => ({
      ...group,
      operations: group.operations.filter((operation) => {
        const text = textOf(operation).toLowerCase();
        return terms.every((word) => text.includes(word));
      }),
    }))
    .filter(({ operations }) => operations.length > 0);
}

const operationNames = ({ id, summary, method, path, tag }: OperationEntry): string =>
  `${id} ${summary} ${method} ${path} ${tag}`;

function operationText(operation: OperationEntry): string {
  const { description, parameters, responses } = operation;
  const values = parameters.map(({ name, description }) => `${name} ${description}`);
  const statuses = responses.map(({ status }) => status);
  return [operationNames(operation), description, ...values, ...statuses].join(' ');
}
