import { randomBytes } from 'node:crypto';
import { PostgresDeliveryLog, PostgresDeliveryQueue, PostgresEndpointRepository } from '@libs/postgres';
import { DeliveryUseCases, EndpointUseCases, type SecretBox } from '@libs/webhooks';
import type { DataSource } from 'typeorm';
import { clock } from '../clock';
import type { Config } from '../config';
import type { Observer } from '../metrics/observer';
import { newId } from '../new-id';
import type { Tracing } from '../tracing/tracing';
import { DeliveryAttempts } from '../webhooks/sending/delivery-attempts';
import { DeliveryPurge } from '../webhooks/sending/delivery-purge';
import { DeliverySender } from '../webhooks/sending/delivery-sender';
import { DeliveryWorker } from '../webhooks/sending/delivery-worker';
import { DocumentReader } from '../webhooks/sending/document-reader';
import { HostResolver } from '../webhooks/sending/host-resolver';
import { reporting } from '../webhooks/sending/reporting-delivery-queue';
import { UrlPolicy } from '../webhooks/sending/url-policy';

interface WebhookOptions {
  readonly config: Config;
  readonly box: SecretBox;
  readonly observer: Observer;
  readonly tracing: Tracing | null;
}

/** The webhooks context on PostgreSQL, with the worker that delivers. */
export function createWebhooks(db: DataSource, { config, box, observer, tracing }: WebhookOptions) {
  const dashboardUrl = `${config.PUBLIC_URL}/app`;
  const repository = new PostgresEndpointRepository(db);
  const queue = new PostgresDeliveryQueue(db);
  const hosts = new HostResolver();
  const urls = new UrlPolicy(config, (hostname) => hosts.resolve(hostname));
  const endpoints = new EndpointUseCases(repository, urls, box, clock, newId, randomBytes);
  const direct = new DeliverySender(urls, { proxy: config.WEBHOOK_PROXY });
  const sender = tracing?.deliveries.traced(direct) ?? direct;
  const attempts = new DeliveryAttempts(sender, box, clock, dashboardUrl);
  const isEnabled = config.WORKER === 'on';
  const worker = new DeliveryWorker(reporting(queue, observer), repository, attempts, clock, isEnabled);
  const log = new PostgresDeliveryLog(db);
  return {
    endpoints,
    deliveries: new DeliveryUseCases(log, endpoints, clock, dashboardUrl, () => worker.announce()),
    urls,
    documents: new DocumentReader(urls, { proxy: config.WEBHOOK_PROXY }),
    worker,
    purge: new DeliveryPurge(queue, config.EVENT_RETENTION_DAYS, clock),
  };
}
