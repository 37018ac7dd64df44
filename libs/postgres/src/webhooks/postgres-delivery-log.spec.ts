import { deliveryLogContract } from '@libs/webhooks/testing';
import { sharedDataSource, webhooksInPostgres } from '../../testing';

for (const as of ['role', 'superuser'] as const) {
  const name = as === 'role' ? 'PostgreSQL' : 'PostgreSQL without row-level security';
  deliveryLogContract(name, async () => webhooksInPostgres(await sharedDataSource(as)));
}
