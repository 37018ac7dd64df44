import type { Requester } from '@libs/kernel';
import type { AccountRepository, OwnerOfAccount, PasswordHasher } from '../account/account.ports';
import type { SecurityLogUseCases } from '../security-log/security-log.use-cases';
import { newToken, wrongCredentials } from './session';

/** Checks passwords of owners. */
export class PasswordCheck {
  private dummyHash: Promise<string> | undefined;

  constructor(
    private readonly ports: {
      readonly accounts: AccountRepository;
      readonly passwords: PasswordHasher;
      readonly securityLog: Pick<SecurityLogUseCases, 'noteFailure'>;
    },
  ) {}

  /**
   * Returns the owner, with a stronger hash if the stored one was outdated.
   * @throws DomainError `invalid_credentials`, after the same time for an unknown owner and a wrong password
   */
  async assert(match: OwnerOfAccount | null, password: string, by: Requester): Promise<OwnerOfAccount> {
    const { passwords, accounts, securityLog } = this.ports;
    const dummyHash = await (this.dummyHash ??= passwords.hash(newToken()));
    const hash = match?.owner.passwordHash ?? dummyHash;
    const isRight = await passwords.verify(hash, password);
    if (match && !isRight) securityLog.noteFailure(match.account.id, 'owner.sign_in_failed', by);
    if (!match || !isRight) throw wrongCredentials();
    if (!passwords.isOutdated(hash)) return match;
    const passwordHash = await passwords.hash(password);
    await accounts.setPasswordHash(match.account.id, match.owner.id, passwordHash);
    return { ...match, owner: { ...match.owner, passwordHash } };
  }
}
