/** The person an account belongs to, who signs in to the dashboard. */
export interface Owner {
  readonly id: string;
  readonly accountId: string;
  /** As it was given; compared without regard to case, and there once over all accounts. */
  readonly email: string;
  /** What `PasswordHasher` made of the password. */
  readonly passwordHash: string;
  readonly createdAt: Date;
}
