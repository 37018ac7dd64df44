import { DomainError, type Issue } from '@libs/kernel';
import type { FieldRule } from './items/feedback.rules';

/** A field that must be there; null counts as absent (items.md 3). */
export function required<T>(rule: FieldRule<T>, value: unknown, param: string, issues: Issue[]): T {
  return rule.read(value ?? undefined, param, issues);
}

export function optional<T>(
  rule: FieldRule<T>,
  value: unknown,
  param: string,
  issues: Issue[],
): T | undefined {
  return value === undefined ? undefined : rule.read(value, param, issues);
}

/** @throws DomainError `validation`, unless there are none */
export function refuse(issues: Issue[]): void {
  const [first, ...rest] = issues;
  if (first) throw DomainError.invalid([first, ...rest]);
}
