import { EventPublication } from '../../src/events/event-publication';
import { INVALID_EVENT_QUERIES } from '../../src/events/events.openapi';
import type { Client, HttpResponse } from './client';
import { EventStreamClient } from './event-stream';
import { queryString } from './query';
import type { Account, Service } from './service';

const PATH = '/api/v1/events';
const STREAM = { accept: 'text/event-stream' };

interface EventsContext {
  readonly service: Service;
  readonly client: Client;
  readonly account: Account;
}

/** Functions that send invalid requests for events, by response component and example name. */
export function eventSenders(context: () => EventsContext) {
  const send = (query: string, headers = {}) =>
    context().client.call('GET', PATH + query, { key: context().account.key, headers });
  return {
    InvalidEventsRequest: {
      ...Object.fromEntries(
        Object.entries(INVALID_EVENT_QUERIES).map(([name, query]) => [
          name,
          () => send(`?${queryString(query)}`),
        ]),
      ),
      invalid_parameter_limit_stream: () => send('?limit=10', STREAM),
      invalid_last_event_id: () => send('', { ...STREAM, 'last-event-id': 'x' }),
    },
    CursorExpired: { cursor_expired: () => expiredCursor(context().service, send) },
    TooManyStreams: {
      too_many_streams: async () => {
        const { service, account } = context();
        const streams = [];
        const query = '?after=latest';
        for (let i = 0; i < 5; i++)
          streams.push(await EventStreamClient.open(service.origin, account.key, { query }));
        const response = await send(query, STREAM);
        for (const stream of streams) stream.close();
        return response;
      },
    },
  };
}

/** Runs a statement on the rows of all accounts. */
export const acrossAccounts = <T = unknown>(
  { dataSource }: Pick<Service, 'dataSource'>,
  text: string,
  values: unknown[] = [],
): Promise<T[]> =>
  dataSource.transaction(async (manager) => {
    await manager.query(`SELECT set_config('app.publishes', 'on', true)`);
    return manager.query<T[]>(text, values);
  });

/** Publishes all changes, together with the service. */
export async function publishEvents(service: Service): Promise<void> {
  do await service.get(EventPublication).run();
  while ((await acrossAccounts(service, 'SELECT FROM feedback_changes')).length);
}

/** Lists events after a cursor, as if the retention period of the events after it had ended. */
export async function expiredCursor(
  { dataSource }: Service,
  list: (query: string) => Promise<HttpResponse>,
): Promise<HttpResponse> {
  const { json } = await list('?after=latest');
  await dataSource.query('UPDATE event_positions SET dropped = last + 1, last = last + 1');
  return list(`?after=${json.pagination.next_cursor}`);
}
