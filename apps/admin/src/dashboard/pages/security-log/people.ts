import type { Actor, SecurityLogEntry } from '@libs/contract';
import type { EventPerson } from '../../../messages/en/settings/security-log';

/** Events of members whose subject is a person, and has another name than the one of the person. */
const ABOUT_PEOPLE = /^(owner\.|member\.role_changed$)/;

/** The person whom an event is about; null if it is about something else. */
export function personOf({ type, subject }: SecurityLogEntry): Actor | null {
  return ABOUT_PEOPLE.test(type) && subject.id !== null ? { type: 'owner', id: subject.id } : null;
}

/** The person whom an event is about; null if there is none, or the person is the actor. */
export function otherPersonOf(
  entry: SecurityLogEntry,
  nameOf: (person: Actor) => string,
  me: string | undefined,
): EventPerson | null {
  const person = personOf(entry);
  return person && person.id !== entry.actor.id ? { name: nameOf(person), isSelf: person.id === me } : null;
}
