import type { Actor, SecurityLogEntry } from '@libs/contract';
import { t } from '../../../messages';
import { otherPersonOf } from './people';

const NAMES: Record<string, string> = { me: 'you', ben: 'Ben' };

function textOf(
  type: SecurityLogEntry['type'],
  by: string,
  about: string,
  name: string | null = null,
): string {
  const actor: Actor = { type: 'owner', id: by };
  const entry: SecurityLogEntry = {
    id: '1',
    type,
    actor,
    subject: { id: about, name },
    ip_address: null,
    created_at: '2026-03-03T10:00:00.000Z',
  };
  return t.securityLog.types[type](
    name,
    otherPersonOf(entry, ({ id }) => NAMES[id!]!, 'me'),
  );
}

/** dashboard.md 13 */
it.each<[string, ...Parameters<typeof textOf>]>([
  ['Role of Ben changed to editor', 'member.role_changed', 'me', 'ben', 'editor'],
  ['Your role was changed to editor', 'member.role_changed', 'ben', 'me', 'editor'],
  ['Two-factor authentication of Ben reset', 'owner.second_factor_reset', 'me', 'ben'],
  ['Your two-factor authentication was reset', 'owner.second_factor_reset', 'ben', 'me'],
  ['Two-factor authentication turned off', 'owner.second_factor_disabled', 'me', 'me'],
  ['Sign-in as you failed: incorrect code', 'owner.second_factor_failed', 'ben', 'me'],
])('the security log says: %s', (expected, ...event) => expect(textOf(...event)).toBe(expected));
