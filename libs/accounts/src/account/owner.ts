/** The person who owns an account and signs in to the dashboard. */
export interface Owner {
  readonly id: string;
  readonly accountId: string;
  /** Stored as sent. Unique over all accounts, regardless of case. */
  readonly email: string;
  /** Result of `PasswordHasher.hash`. */
  readonly passwordHash: string;
  readonly createdAt: Date;
}
