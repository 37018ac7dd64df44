import { securityEvents, type Clock, type NewId, type NewSecurityEvent, type Requester } from '@libs/kernel';
import type { MembershipRepository } from '../memberships/membership.ports';
import { personNotFound, type Person } from '../people/person';
import type { PersonRepository } from '../people/person.ports';
import type { SecondFactorRepository } from './second-factor.ports';

/** The operator's help for people who lost their authenticator app and their recovery codes (second-factor.md 6). */
export class SecondFactorAdministration {
  private readonly newEvent: NewSecurityEvent;

  constructor(
    private readonly ports: {
      readonly people: PersonRepository;
      readonly memberships: MembershipRepository;
      readonly secondFactors: SecondFactorRepository;
    },
    clock: Clock,
    newId: NewId,
  ) {
    this.newEvent = securityEvents(clock, newId);
  }

  /**
   * Removes the second factor of a person. Returns the person, and whether there was a factor. Each account of the
   * person records it.
   * @throws DomainError `not_found`
   */
  async reset(email: string, by: Requester): Promise<{ readonly person: Person; readonly isReset: boolean }> {
    const { people, memberships, secondFactors } = this.ports;
    const person = await people.findByEmail(email.trim());
    if (!person) throw personNotFound();
    const subject = { id: person.id, name: person.name };
    const accounts = await memberships.listOf(person.id);
    const events = accounts.map(({ account }) =>
      this.newEvent(account.id, 'owner.second_factor_reset', by, subject),
    );
    return { person, isReset: await secondFactors.remove(person.id, { events }) };
  }
}
