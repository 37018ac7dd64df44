import { deliveryLogContract } from '@libs/webhooks/testing';
import { testDataSource, webhooksInPostgres } from '../../testing';

for (const as of ['role', 'superuser'] as const) {
  const name = as === 'role' ? 'PostgreSQL' : 'PostgreSQL without row-level security';
  deliveryLogContract(name, async () => webhooksInPostgres(await testDataSource(as)));
}
