import { DomainError } from '@libs/kernel';
import { ToolFailure } from '../src';

const TYPES: Partial<Record<DomainError['kind'], string>> = {
  validation: 'validation_error',
  not_found: 'not_found_error',
  idempotency: 'idempotency_error',
  precondition_failed: 'precondition_failed_error',
  conflict: 'conflict_error',
};

export const invalidCursor = () =>
  new ToolFailure('validation_error', 'cursor must be the next_cursor of the same list');

/** Converts errors of the core. @throws ToolFailure */
export async function withToolFailures<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    throw ToolFailure.of(
      TYPES[error.kind] ?? 'api_error',
      error.message,
      error.facts.issues,
      error.facts.mergedInto,
    );
  }
}
