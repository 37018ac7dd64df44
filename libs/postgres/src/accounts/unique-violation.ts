import { takenError, type UniqueField } from '@libs/accounts';
import { QueryFailedError } from 'typeorm';

const UNIQUE_VIOLATION = '23505';
const FOREIGN_KEY_VIOLATION = '23503';

/** Converts a unique violation to a conflict error, for statements that can violate only one unique index. */
export async function withConflictError<T>(field: UniqueField, change: Promise<T>): Promise<T> {
  try {
    return await change;
  } catch (error) {
    throw isUniqueViolation(error) ? takenError([field]) : error;
  }
}

export const isUniqueViolation = (error: unknown): boolean => hasCode(error, UNIQUE_VIOLATION);
export const isForeignKeyViolation = (error: unknown): boolean => hasCode(error, FOREIGN_KEY_VIOLATION);

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof QueryFailedError && error.driverError.code === code;
