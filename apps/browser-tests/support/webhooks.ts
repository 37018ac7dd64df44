import { Receiver } from '@tools/testing';
import type { Page } from 'playwright-core';
import { useBrowser } from './fixture';
import { waitUntil, type Visit } from './visit';

export const WEBHOOKS_PATH = '/app/developer/webhooks';

/** The browser, and a receiver of webhooks, which is a new one for each test. */
export function useWebhooks() {
  const fixture = useBrowser();
  let receiver: Receiver;
  beforeEach(async () => {
    receiver = await Receiver.start();
  });
  afterEach(() => receiver.stop());

  /** Creates a webhook with the request of the dashboard, and returns its ID. */
  async function create(owner: Visit, more: object = {}): Promise<string> {
    const body = { url: receiver.url, events: ['*'], ...more };
    return (await owner.callApi<{ data: { id: string } }>('POST', 'webhooks', body)).data.id;
  }
  return {
    visit: fixture.visit,
    create,
    get origin() {
      return fixture.product.origin;
    },
    get receiver() {
      return receiver;
    },
    /** Sets the status of later responses. */
    respondWith(status: number): void {
      receiver.respond = (response) => void response.writeHead(status).end();
    },
    /** Waits until the webhook has a delivery that was attempted. */
    async untilAttempted(owner: Visit, id: string): Promise<void> {
      const path = `webhooks/${id}/deliveries`;
      const deliveries = () => owner.callApi<{ data: { attempts: unknown[] }[] }>('GET', path);
      await waitUntil(async () => (await deliveries()).data.some(({ attempts }) => attempts.length > 0));
    },
    /** Opens the page of a new webhook, and returns its ID. */
    async open(owner: Visit, more: object = {}): Promise<string> {
      const id = await create(owner, more);
      await owner.goTo(`${WEBHOOKS_PATH}/${id}`);
      await owner.page.getByRole('heading', { name: receiver.url, level: 1 }).waitFor();
      return id;
    },
  };
}

/** Creates an item whose event the webhook doesn't receive. */
export async function missEvent(owner: Visit, id: string): Promise<void> {
  await owner.callApi('PATCH', `webhooks/${id}`, { status: 'disabled' });
  await owner.createItems('Missed');
  const body = { since: '2020-01-01T00:00:00Z', dry_run: true };
  const count = () => owner.callApi<{ data: { queued: number } }>('POST', `webhooks/${id}/replay`, body);
  // The event is published after the response.
  await waitUntil(async () => (await count()).data.queued === 1);
  await owner.callApi('PATCH', `webhooks/${id}`, { status: 'active' });
}

/** The delivery log of a webhook's page. */
export const deliveryLog = (page: Page) => page.getByRole('list', { name: 'Deliveries, newest first' });

/** Clicks a button of the open dialog. */
export const confirm = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name }).click();
