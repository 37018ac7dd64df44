import type { AccountOfPerson } from './membership';

/** Stores which person has which role in which account. Malformed IDs count as not found. */
export interface MembershipRepository {
  /** Returns the accounts of a person and the roles there, in the order of joining, including suspended accounts. */
  listOf(personId: string): Promise<readonly AccountOfPerson[]>;
}
