import type { ReceivedMail } from '@tools/testing';
import type { Client } from './client';
import { Dashboard } from './dashboard';
import type { Service } from './service';

const ITEMS = '/api/v1/feedback';

/** An account that accepts votes, and visitors who vote for its cards. */
export async function votingAccount(service: Service, client: Client) {
  const dashboard = await Dashboard.forNewAccount(service, client);
  const { key, slug } = dashboard.account;
  await dashboard.patch('public-pages', { votes: true });
  const call = (method: string, path: string, body?: object) =>
    client.call(method, ITEMS + path, { key, body });
  return {
    dashboard,
    key,
    slug,
    call,
    async publish(title: string, more: object = {}): Promise<string> {
      const { id } = (await call('POST', '', { title: 'Private', ...more })).json.data;
      await call('PUT', `/${id}/public`, { title });
      return id;
    },
    itemOf: async (id: string) => (await call('GET', `/${id}`)).json.data,
    vote: (id: string, ip: string, body: object) =>
      client.call('POST', `/f/${slug}/items/${id}/votes`, { body, headers: { 'x-forwarded-for': ip } }),
    followers: async () => (await dashboard.get('account/export')).json.followers,
  };
}

/** The path of the page of the person in a message. */
export const personPathIn = ({ text }: ReceivedMail): string => /\/f\/[\w-]+\/me\/[\w-]{65}/.exec(text)![0];
