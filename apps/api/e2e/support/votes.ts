import { INVALID_VOTES } from '../../src/votes/votes.openapi';
import type { Call, Client, HttpResponse } from './client';

type Send = () => Promise<HttpResponse>;

interface Context {
  readonly call: (method: string, path: string, call?: Call) => Promise<HttpResponse>;
  readonly withoutHost: (method: string, path: string) => Promise<HttpResponse>;
  readonly whenFull: (send: Send) => Promise<HttpResponse>;
  /** Turns votes of the account on or off. */
  readonly allowVotes: (isAllowed: boolean) => Promise<void>;
  /** Credentials by the error that they get. */
  readonly forbidden: Readonly<Record<string, () => Call>>;
  readonly client: Pick<Client, 'call'>;
  readonly overHttps: Pick<Client, 'call'>;
}

const ITEMS = '/api/v1/feedback';

/** Requests that return the error examples of votes, by response component. */
export function voteSenders({ call, withoutHost, whenFull, allowVotes, ...others }: Context) {
  const path = (id: string) => `${ITEMS}/${id}/votes`;
  const vote = (id: string) => call('POST', path(id), { body: {} });
  const published = async (status: string): Promise<string> => {
    await allowVotes(true);
    const { id } = (await call('POST', ITEMS, { body: { title: 'T', status } })).json.data;
    await call('PUT', `${ITEMS}/${id}/public`, { body: { title: 'T' } });
    return id;
  };
  const invalid = Object.entries(INVALID_VOTES).map(([name, value]): [string, Send] => [
    name,
    () =>
      call('POST', path('x'), {
        body: Buffer.isBuffer(value) ? value : JSON.stringify(value),
        headers: { 'content-type': 'application/json' },
      }),
  ]);
  return {
    InvalidVote: {
      ...Object.fromEntries(invalid),
      identity_invalid: async () =>
        call('POST', path(await published('planned')), { body: { token: 'hello' } }),
      unknown_parameter: () => call('POST', `${path('x')}?page=2`, { body: {} }),
      malformed_url: () => call('POST', path('%zz'), { body: {} }),
      malformed_request: () => withoutHost('POST', path('x')),
    },
    VotingForbidden: {
      votes_disabled: async () => {
        await allowVotes(false);
        return vote('x');
      },
      mail_not_configured: async () => {
        await allowVotes(true);
        return call('POST', path('x'), { body: { email: 'ada@example.com' } });
      },
      ...Object.fromEntries(
        Object.entries(others.forbidden).map(([name, credentials]) => [
          name,
          () => others.client.call('POST', path('x'), { ...credentials(), body: {} }),
        ]),
      ),
      https_required: () => others.overHttps.call('POST', path('x')),
    },
    CardNotFound: {
      card_not_found: async () => {
        await allowVotes(true);
        return vote('x');
      },
    },
    CardEnded: {
      card_ended: async () => {
        const id = await published('planned');
        await call('DELETE', `${ITEMS}/${id}/public`);
        return vote(id);
      },
    },
    VotingClosed: {
      voting_closed: async () => vote(await published('shipped')),
      storage_limit_reached: async () => {
        const id = await published('planned');
        return whenFull(() => vote(id));
      },
    },
  };
}
