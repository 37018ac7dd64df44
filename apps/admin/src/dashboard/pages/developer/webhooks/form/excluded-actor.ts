import type { KeyEntry } from '@libs/contract';
import { t } from '../../../../../messages';
import { labelled, type Option } from '../../../../../ui/forms/options';

const texts = t.webhookForm;
const KINDS = Object.keys(texts.actorKinds) as (keyof typeof texts.actorKinds)[];

/** The names of keys and members by their IDs, also of former ones. */
export interface NamesOfActors {
  readonly keys: ReadonlyMap<string, string>;
  readonly members: ReadonlyMap<string, string>;
}

type Kind = (typeof KINDS)[number];
export const isKind = (actor: string): actor is Kind => (KINDS as string[]).includes(actor);

/** Names the value of `exclude_actor`: a kind of actor, or the ID of a key or a member. */
export function excludedName(actor: string, { keys, members }: NamesOfActors): string {
  if (isKind(actor)) return texts.actorKinds[actor];
  const key = keys.get(actor);
  return key === undefined ? (members.get(actor) ?? texts.unknownActor(actor)) : texts.keyActor(key);
}

/**
 * Returns what the field offers: no one, the kinds of actors, the active keys, and the members.
 * @param current the stored value, which stays a choice after its key or member is gone
 */
export function excludableActors(
  current: string | null,
  keys: readonly Pick<KeyEntry, 'id' | 'state'>[],
  memberIds: readonly string[],
  names: NamesOfActors,
): Option<string | null>[] {
  const active = keys.filter(({ state }) => state === 'active').map(({ id }) => id);
  const ids = [...active, ...memberIds];
  const isGone = current !== null && !isKind(current) && !ids.includes(current);
  return [
    { value: null, label: texts.excludeNoOne },
    ...labelled(KINDS, texts.actorKinds),
    ...[...ids, ...(isGone ? [current] : [])].map((value) => ({ value, label: excludedName(value, names) })),
  ];
}
