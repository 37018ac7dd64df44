import { externalIdRule } from '@libs/feedback';
import { throwIfInvalid, type Issue } from '@libs/kernel';

/**
 * Reads the external ID in the path of an upsert, which the router has decoded (items.md 10).
 * @throws DomainError `validation`
 */
export function externalIdOf(decoded: string): string {
  const issues: Issue[] = [];
  const externalId = externalIdRule.read(decoded, 'external_id', issues);
  throwIfInvalid(issues);
  return externalId;
}
