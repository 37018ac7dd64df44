import { poolOf } from '@libs/postgres';
import { Activity } from '../src/activity';
import { useService } from './support/use-service';

/** All jobs have run once, and those with short intervals have noticed that the process is idle. */
const SETTLED_MS = 20_000;
const COUNTED_MS = 60_000;
const PER_SECOND_MAX = 0.5;

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** operator.md 16 */
describe('an idle service', () => {
  // Mail, so that all jobs run.
  const { service, client } = useService({
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'feedback@example.com',
  });

  it('uses the database once in two seconds at most, also with health checks', async () => {
    Object.assign(service.get(Activity), { lastAt: -Infinity });
    await sleep(SETTLED_MS);
    let transactions = 0;
    poolOf(service.dataSource).on('acquire', () => transactions++);
    await client.call('GET', '/healthz');
    await sleep(COUNTED_MS);
    expect(transactions).toBeLessThanOrEqual((COUNTED_MS / 1_000) * PER_SECOND_MAX);
  });
});
