import { ROLES, type Role } from '@libs/kernel';
import { Dashboard } from './support/dashboard';
import type { Account } from './support/service';
import { LOCAL_WEBHOOKS } from './support/receiver';
import { memberOf, rejoin, signInWithoutPassword } from './support/team';
import { useService } from './support/use-service';

/** Every route with its least role, as in team.md 2. */
const LEAST: Readonly<Record<Role, string>> = {
  viewer: `
    GET session
    DELETE session
    POST session/account
    POST accounts
    POST session/reauthenticate
    GET sessions
    DELETE sessions
    DELETE sessions/:id
    GET notifications
    POST notifications/read
    GET notifications/stream
    GET notification-settings
    PATCH notification-settings
    GET person
    PATCH person
    POST person/password
    GET second-factor
    POST second-factor
    POST second-factor/confirm
    POST second-factor/recovery-codes
    POST second-factor/turn-off
    POST person/pending-email/send
    DELETE person/pending-email
    DELETE membership
    GET account
    GET events
    GET members
    GET feedback
    GET feedback/counts
    GET feedback/similar
    GET feedback/stats
    GET feedback/:id
    GET feedback/:id/history
    GET feedback/:id/notes
    GET feedback/:id/requests
    GET feedback/:id/requests/:request_id
    GET feedback/:id/similar
    GET feedback/:id/status-messages
    GET feedback/:id/votes
    GET changelog
    GET changelog/:id
    POST changelog/preview
    GET first-steps
    GET quarantine
    GET tags
    GET views
    GET views/counts`,
  editor: `
    POST feedback
    POST feedback/batch
    POST feedback/batch/delete
    POST changelog
    POST changelog/audience
    GET changelog/unused-cards
    PATCH changelog/:id
    DELETE changelog/:id
    PATCH feedback/:id
    DELETE feedback/:id
    POST feedback/:id/notes
    DELETE feedback/:id/notes/:note_id
    POST feedback/:id/requests
    PATCH feedback/:id/requests/:request_id
    DELETE feedback/:id/requests/:request_id
    PUT feedback/:id/public
    DELETE feedback/:id/public
    DELETE feedback/:id/status-messages/:message_id
    POST status-messages
    POST status-messages/preview
    POST status-messages/test
    DELETE votes/:source
    POST quarantine/:id/release
    DELETE quarantine/:id
    PATCH tags/:id
    DELETE tags/:id
    POST views
    PUT views/order
    PATCH views/:id
    DELETE views/:id`,
  admin: `
    GET account/export
    GET feedback/export
    POST feedback/import
    POST feedback/import/requests
    GET imports
    GET imports/:id
    DELETE imports/:id
    POST submitters/export
    POST submitters/erase
    GET form
    PATCH form
    GET public-pages
    GET public-pages/unmoved
    PATCH public-pages
    GET keys
    GET keys/usage
    POST keys
    POST keys/:id/rotate
    DELETE keys/:id
    GET identity
    POST identity/keys
    DELETE identity/keys/:id
    POST identity/test
    GET webhooks
    POST webhooks
    GET webhooks/:id
    PATCH webhooks/:id
    DELETE webhooks/:id
    POST webhooks/:id/rotate-secret
    POST webhooks/:id/test
    POST webhooks/:id/replay
    GET webhooks/:id/deliveries
    GET webhooks/:id/deliveries/:delivery_id
    POST webhooks/:id/deliveries/:delivery_id/retry
    PATCH members/:id
    DELETE members/:id
    GET invitations
    POST invitations
    DELETE invitations/:id
    GET security-log`,
  owner: `
    PATCH account
    DELETE account
    DELETE members/:id/second-factor`,
};
const CELLS = Object.entries(LEAST).flatMap(([least, routes]) =>
  routes
    .trim()
    .split('\n')
    .map((route) => ({ route: route.trim(), least: least as Role })),
);

/** team.md 2 */
describe('every dashboard route', () => {
  const { service, client } = useService(LOCAL_WEBHOOKS);
  let account: Account;
  beforeAll(async () => (account = await service.account()));

  const routes = () =>
    service.routes.routes.filter(({ method, access }) => access.caller === 'member' && method !== 'HEAD');
  const typeOf = (route: string) => (route.startsWith('POST feedback/import') ? 'text/csv' : undefined);
  const call = (dashboard: Dashboard, route: string, ids: Readonly<Record<string, string>> = {}) => {
    const [method = '', path = ''] = route.split(' ');
    const filled = path.replace(/(\w+)\/:\w+/g, (_, name: string) => `${name}/${ids[name] ?? 'x'}`);
    const type = typeOf(route);
    const body = type ? 'title\n' : method === 'GET' ? undefined : (BODIES[route] ?? {});
    return dashboard.call(method, filled, { body, headers: type && { 'content-type': type } });
  };

  it('is in the table of roles', () => {
    const found = routes().map(({ method, url }) => `${method} ${url.replace('/app/api/', '')}`);
    expect(found.sort()).toEqual(CELLS.map(({ route }) => route).sort());
    expect(CELLS.length).toBeGreaterThan(65);
  });

  it.each(ROLES)('admits the role %s exactly as in the table', async (role) => {
    const member = await memberOf(service, client, { accountId: account.id, role });
    const isDenied = async (route: string) => {
      const { status, json } = await call(member, route);
      if (route === 'DELETE session' && member.cookie === '') {
        await signInWithoutPassword(service, member, account.id, member.personId);
      }
      if (route === 'DELETE membership' && status === 204) {
        await rejoin(service, member, { accountId: account.id, role });
      }
      if (json?.error?.code !== 'role_required') {
        expect([
          route,
          [401, 403].includes(status) && json.error.code !== 'reauthentication_required',
        ]).toEqual([route, status === 401 && route === 'POST session/reauthenticate']);
        return false;
      }
      expect(status).toBe(403);
      return json.error.message;
    };
    for (const { route, least } of CELLS) {
      const isAllowed = ROLES.indexOf(role) >= ROLES.indexOf(least);
      const denial = `This requires the role ${least}. Your role is ${role}.`;
      expect([route, await isDenied(route)]).toEqual([route, isAllowed ? false : denial]);
    }
  });

  it('does not find the IDs of another account, also for its owner', async () => {
    const mine = new Dashboard(client);
    await mine.signIn(account.email);
    const other = await Dashboard.forNewAccount(service, client);
    const created = async (path: string, body: object) =>
      (await mine.post(path, body)).json.data.id as string;
    const item = await created('feedback', { title: 'Secret', tags: ['Mobile'] });
    const webhook = { url: 'http://127.0.0.1:4002/hooks', events: ['*'] };
    const ids = {
      feedback: item,
      notes: await created(`feedback/${item}/notes`, { text: 'Internal' }),
      requests: await created(`feedback/${item}/requests`, { email: 'eve@example.com' }),
      keys: await created('keys', { name: 'Mine', permission: 'read' }),
      webhooks: await created('webhooks', webhook),
      views: await created('views', { name: 'Mine', parameters: {} }),
      changelog: await created('changelog', { title: 'Secret' }),
      tags: (await mine.get('tags')).json.data[0].id as string,
      members: (await mine.get('session')).json.data.person.id as string,
      invitations: await created('invitations', { role: 'viewer' }),
      sessions: (await mine.get('sessions')).json.data[0].id as string,
    };
    expect(Object.values(ids).every((id) => /^[0-9a-f-]{36}$/.test(id))).toBe(true);
    // A source is no ID: one without votes has nothing to remove.
    const routesWithIds = CELLS.filter(({ route }) => /:\w*id\b/.test(route));
    expect(routesWithIds.length).toBeGreaterThan(25);
    for (const { route } of routesWithIds) {
      const { status, json } = await call(other, route, ids);
      expect([route, status, json?.error?.type]).toEqual([route, 404, 'not_found_error']);
    }
    for (const { route } of CELLS.filter((cell) => /^GET [^:]+$/.test(cell.route))) {
      const { text } = await call(other, route, ids);
      for (const id of Object.values(ids)) expect([route, text.includes(id)]).toEqual([route, false]);
    }
    const kept = await Promise.all([
      mine.get(`feedback/${item}`),
      mine.get(`webhooks/${ids.webhooks}`),
      mine.get('session'),
    ]);
    expect(kept.map(({ status }) => status)).toEqual([200, 200, 200]);
  });
});

/** Valid bodies of routes that read the body before they look for the ID. */
const BODIES: Readonly<Record<string, object>> = {
  'PATCH feedback/:id': { title: 'Stolen' },
  'POST feedback/:id/notes': { text: 'Stolen' },
  'PUT feedback/:id/public': { title: 'Stolen' },
  'POST feedback/:id/requests': { name: 'Stolen' },
  'PATCH feedback/:id/requests/:request_id': { name: 'Stolen' },
  'PATCH changelog/:id': { title: 'Stolen' },
  'PATCH tags/:id': { name: 'Stolen' },
  'PATCH views/:id': { name: 'Stolen' },
  'POST keys/:id/rotate': { overlap_seconds: 0 },
  'PATCH webhooks/:id': { description: 'Stolen' },
  'POST webhooks/:id/replay': { since: '2026-01-01T00:00:00Z' },
  'PATCH members/:id': { role: 'viewer' },
};
