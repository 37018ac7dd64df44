import type { Actor } from '@libs/contract';
import { useKeyNames } from '../../api/api-keys';
import { useNameOfMember } from '../../api/team/member-names';
import { useCachedSession } from '../../api/session';
import { t } from '../../../messages';

/** Names of the kinds of actors on a page. */
export interface ActorTexts extends Readonly<Record<Exclude<Actor['type'], 'api_key'>, string>> {
  /** @param name undefined if it isn't known */
  readonly api_key: (name: string | undefined) => string;
  /** For members whose name is unknown. The default, `t.members`, fits the start of a sentence. */
  readonly former?: string;
  readonly unknown?: string;
}

export interface ActorNames {
  readonly ownId: string | undefined;
  readonly keyNames: ReadonlyMap<string, string>;
  readonly nameOfMember: ReturnType<typeof useNameOfMember>;
}

/** Returns the name of another member or a key. The signed-in person and other actors have the names in `texts`. */
export function actorName(
  { type, id = '' }: Actor,
  texts: ActorTexts,
  { ownId, keyNames, nameOfMember }: ActorNames,
): string {
  if (type === 'api_key') return texts.api_key(keyNames.get(id));
  if (type !== 'owner' || id === ownId) return texts[type];
  const name = nameOfMember(id);
  const { former, unknown } = { ...t.members, ...texts };
  return name ?? (name === null ? former : unknown);
}

/**
 * Returns a function that names actors.
 * @param actors those on the page, so that their names are loaded
 */
export function useActorName(actors: readonly Actor[], texts: ActorTexts): (actor: Actor) => string {
  const ownId = useCachedSession()?.person.id;
  const idsOf = (wanted: Actor['type']) =>
    actors.flatMap(({ type, id }) => (type === wanted && id !== undefined ? [id] : []));
  const keyNames = useKeyNames(idsOf('api_key'));
  const nameOfMember = useNameOfMember(idsOf('owner').filter((id) => id !== ownId));
  return (actor) => actorName(actor, texts, { ownId, keyNames, nameOfMember });
}
