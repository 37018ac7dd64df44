import { randomBytes } from 'node:crypto';
import { Inject, Logger, Module, type OnApplicationBootstrap } from '@nestjs/common';
import { DeliveryUseCases, EndpointUseCases, SecretBox } from '@libs/webhooks';
import { PostgresDeliveryLog, PostgresDeliveryQueue, PostgresEndpointRepository } from '@libs/postgres';
import { DataSource } from 'typeorm';
import type { Config } from '../config';
import { OBSERVER, type Observer } from '../metrics/observer';
import { newId } from '../new-id';
import { clock, CONFIG } from '../shared.module';
import type { Tracing } from '../tracing/tracing';
import { TRACING } from '../tracing/tracing.module';
import { DeliveryAttempts } from './sending/delivery-attempts';
import { DeliveryPurge } from './sending/delivery-purge';
import { DeliveryWorker } from './sending/delivery-worker';
import { reporting } from './sending/reporting-delivery-queue';
import { DeliverySender } from './sending/delivery-sender';
import { HostResolver } from './sending/host-resolver';
import { UrlPolicy } from './sending/url-policy';

const hosts = new HostResolver();

const dashboardUrl = ({ PUBLIC_URL }: Config): string => `${PUBLIC_URL}/app`;

/** Wires webhooks on PostgreSQL. */
@Module({
  providers: [
    {
      provide: PostgresEndpointRepository,
      inject: [DataSource],
      useFactory: (dataSource: DataSource) => new PostgresEndpointRepository(dataSource),
    },
    {
      provide: UrlPolicy,
      inject: [CONFIG],
      useFactory: (config: Config) => new UrlPolicy(config, (hostname) => hosts.resolve(hostname)),
    },
    {
      provide: EndpointUseCases,
      inject: [PostgresEndpointRepository, UrlPolicy, SecretBox],
      useFactory: (endpoints: PostgresEndpointRepository, urls: UrlPolicy, box: SecretBox) =>
        new EndpointUseCases(endpoints, urls, box, clock, newId, randomBytes),
    },
    {
      provide: DeliveryUseCases,
      inject: [DataSource, EndpointUseCases, DeliveryWorker, CONFIG],
      useFactory: (
        dataSource: DataSource,
        endpoints: EndpointUseCases,
        worker: DeliveryWorker,
        config: Config,
      ) =>
        new DeliveryUseCases(
          new PostgresDeliveryLog(dataSource),
          endpoints,
          clock,
          dashboardUrl(config),
          () => worker.announce(),
        ),
    },
    {
      provide: DeliveryWorker,
      inject: [DataSource, PostgresEndpointRepository, UrlPolicy, SecretBox, CONFIG, OBSERVER, TRACING],
      useFactory: (
        dataSource: DataSource,
        endpoints: PostgresEndpointRepository,
        urls: UrlPolicy,
        box: SecretBox,
        config: Config,
        observer: Observer,
        tracing: Tracing | null,
      ) => {
        const sender = new DeliverySender(urls, { proxy: config.WEBHOOK_PROXY });
        return new DeliveryWorker(
          reporting(new PostgresDeliveryQueue(dataSource), observer),
          endpoints,
          new DeliveryAttempts(
            tracing?.deliveries.traced(sender) ?? sender,
            box,
            clock,
            dashboardUrl(config),
          ),
          clock,
          config.WORKER === 'on',
        );
      },
    },
    {
      provide: DeliveryPurge,
      inject: [DataSource, CONFIG],
      useFactory: (dataSource: DataSource, { EVENT_RETENTION_DAYS: days }: Config) =>
        new DeliveryPurge(new PostgresDeliveryQueue(dataSource), days, clock),
    },
  ],
  exports: [DeliveryUseCases, DeliveryWorker, EndpointUseCases],
})
export class WebhooksModule implements OnApplicationBootstrap {
  constructor(
    private readonly endpoints: EndpointUseCases,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Encrypts stored secrets with the current key. */
  async onApplicationBootstrap(): Promise<void> {
    if (!this.config.SECRET_ENCRYPTION_KEY_PREVIOUS) return;
    const count = await this.endpoints.resealAll();
    if (count > 0)
      new Logger(WebhooksModule.name).warn(
        `Encrypted the secrets of ${count} webhooks with SECRET_ENCRYPTION_KEY`,
      );
  }
}
