import type { Actor } from '@libs/contract';
import { t } from '../../../messages';
import { actorName } from './actor-names';

const NAMES = {
  ownId: 'me',
  keyNames: new Map([['k1', 'Nightly import']]),
  nameOfMember: (id: string) => ({ ben: 'Ben', former: null })[id],
};

it.each<[Actor, string]>([
  [{ type: 'owner', id: 'me' }, 'You'],
  [{ type: 'owner', id: 'ben' }, 'Ben'],
  [{ type: 'owner', id: 'former' }, 'A former member'],
  [{ type: 'owner', id: 'new' }, 'A member'],
  [{ type: 'api_key', id: 'k1' }, 'Nightly import'],
  [{ type: 'api_key', id: 'k2' }, 'API key'],
  [{ type: 'visitor' }, 'Visitor'],
  [{ type: 'import' }, 'Import'],
  [{ type: 'system' }, 'Service'],
])('the name of %j is %s', (actor, expected) => {
  expect(actorName(actor, t.events.actors, NAMES)).toBe(expected);
});

it('members without a name have the texts of the page, if it has some', () => {
  const nameOf = (id: string) => actorName({ type: 'owner', id }, t.securityLog.people, NAMES);
  expect(['me', 'ben', 'former', 'new'].map(nameOf)).toEqual(['you', 'Ben', 'a former member', 'a member']);
});
