import { Client } from './client';
import { Service, type Settings } from './service';

type Replacements = Parameters<Service['start']>[1];

/** The last one stops first, because it can use the database of another. */
const started: { readonly service: Service; readonly client: Client }[] = [];

/**
 * Starts a service before the tests of this file or block, and stops it after them. Pass a function to use what an
 * earlier `beforeAll` starts.
 */
export function useService(
  settings: Settings | (() => Settings) = {},
  given: Replacements | (() => Replacements) = {},
): { readonly service: Service; readonly client: Client } {
  const service = new Service();
  const client = new Client(service);
  beforeAll(() => {
    started.push({ service, client });
    return service.start(
      typeof settings === 'function' ? settings() : settings,
      typeof given === 'function' ? given() : given,
    );
  });
  afterAll(async () => {
    const last = started.pop()!;
    last.client.close();
    await last.service.stop();
  });
  return { service, client };
}
