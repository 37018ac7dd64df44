import { requestJson } from '@libs/feedback';
import type { Actor } from '@libs/kernel';
import { byOf, DETAILS_SHOWN, type Details, type NameOf, type Part } from '@libs/mcp';
import type { McpUseCases } from './mcp-use-cases';

const limit = DETAILS_SHOWN;

/**
 * Returns the newest of the parts of an item.
 * @throws DomainError `not_found`
 */
export async function itemDetails(
  useCases: McpUseCases,
  accountId: string,
  id: string,
  parts: readonly Part[],
): Promise<Details> {
  const { notes, history, requests } = useCases;
  const [noted, changed, asked] = await Promise.all([
    parts.includes('notes') ? notes.list(accountId, id, { limit }) : null,
    parts.includes('history') ? history.list(accountId, id, { before: null, limit }) : null,
    parts.includes('requests') ? requests.list(accountId, id, { limit }) : null,
  ]);
  const actors = [
    ...(noted?.items ?? []).map(({ author }) => author),
    ...(changed?.entries ?? []).map(({ actor }) => actor),
  ];
  const nameOf = await namesOf(useCases, accountId, actors);
  return {
    ...(noted && {
      notes: noted.items.map(({ text, author, authorName, createdAt: at }) => ({
        text,
        by: authorName ?? byOf(author, nameOf),
        at,
      })),
    }),
    ...(changed && {
      history: changed.entries.map(({ actor, ...entry }) => ({ ...entry, by: byOf(actor, nameOf) })),
    }),
    ...(asked && { requests: asked.items.map(requestJson) }),
  };
}

/** Reads the names of keys and members, former ones too, if an actor has an ID. */
export async function namesOf(
  { keys, members }: Pick<McpUseCases, 'keys' | 'members'>,
  accountId: string,
  actors: readonly Actor[],
): Promise<NameOf> {
  const has = (type: Actor['type']) => actors.some((actor) => actor.type === type && actor.id !== undefined);
  const [owned, people] = await Promise.all([
    has('api_key') ? keys.list(accountId) : [],
    has('owner') ? members.list(accountId) : null,
  ]);
  const names = new Map(owned.map(({ id, name }) => [id, name]));
  for (const { person } of people?.members ?? []) names.set(person.id, person.name);
  for (const { id, name } of people?.former ?? []) names.set(id, name);
  return ({ id }) => (id === undefined ? null : (names.get(id) ?? null));
}
