import type { Requester } from '@libs/kernel';
import type { PasswordHasher } from '../account/account.ports';
import type { MembershipRepository } from '../memberships/membership.ports';
import type { Person } from '../people/person';
import type { PersonRepository } from '../people/person.ports';
import type { SecurityLogUseCases } from '../security-log/security-log.use-cases';
import { newToken, wrongCredentials } from './session';

/** Checks passwords of people. */
export class PasswordCheck {
  private dummyHash: Promise<string> | undefined;

  constructor(
    private readonly ports: {
      readonly people: PersonRepository;
      readonly memberships: MembershipRepository;
      readonly passwords: PasswordHasher;
      readonly securityLog: Pick<SecurityLogUseCases, 'noteFailure'>;
    },
  ) {}

  /**
   * Returns the person, with a stronger hash if the stored one was outdated.
   * @throws DomainError `invalid_credentials`, after the same time for an unknown person and a wrong password
   */
  async assert(match: Person | null, password: string, by: Requester): Promise<Person> {
    const { passwords, people, memberships, securityLog } = this.ports;
    const dummyHash = await (this.dummyHash ??= passwords.hash(newToken()));
    const hash = match?.passwordHash ?? dummyHash;
    const isRight = await passwords.verify(hash, password);
    if (match && !isRight) {
      const { id, name } = match;
      securityLog.noteFailure('owner.sign_in_failed', memberships.listOf(id), by, { id, name });
    }
    if (!match || !isRight) throw wrongCredentials();
    if (!passwords.isOutdated(hash)) return match;
    const passwordHash = await passwords.hash(password);
    await people.update(match.id, { passwordHash });
    return { ...match, passwordHash };
  }
}
