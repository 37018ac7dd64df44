import type { DescribedEndpoint, Endpoint } from '@libs/webhooks';
import { textOf } from '../connection/scoped-query';
import { actorOf } from '../events/recorded-change';

/** A row of `webhook_endpoints`, with the sums of its hours. */
export type EndpointRow = Omit<Endpoint, 'createdBy'> & {
  readonly createdBy: string;
  readonly consecutiveFailures: number;
  readonly lastSuccessAt: Date | null;
  readonly lastFailureAt: Date | null;
  readonly succeeded: string | null;
  readonly failed: string | null;
  readonly durationMs: string | null;
};

/** The columns that a request sets, and the member of `Endpoint` in each. */
const COLUMNS = {
  id: 'id',
  account_id: 'accountId',
  url: 'url',
  events: 'events',
  payload: 'payload',
  signature: 'signature',
  description: 'description',
  exclude_actor: 'excludeActor',
  status: 'status',
  disabled_reason: 'disabledReason',
  header_names: 'headerNames',
  public_key: 'publicKey',
  sealed: 'sealed',
  previous_key_expires_at: 'previousKeyExpiresAt',
  created_by: 'createdBy',
  created_at: 'createdAt',
  updated_at: 'updatedAt',
} as const satisfies Readonly<Record<string, keyof Endpoint>>;

const names = Object.keys(COLUMNS);
const parameters = names.map((_, i) => `$${i + 1}`);

export const INSERT_ENDPOINT = `INSERT INTO webhook_endpoints (${names.join(', ')}) VALUES (${parameters.join(', ')})`;
/** A change of the status forgets since when deliveries have failed. */
export const UPDATE_ENDPOINT = `UPDATE webhook_endpoints SET (${names.join(', ')}) = (${parameters.join(', ')}),
  failing_since = CASE WHEN status = ${parameters[names.indexOf('status')]} THEN failing_since END
  WHERE account_id = $2 AND id = $1`;

/** Columns of `EndpointRow` of the table `endpoint`, except the sums. */
export const ENDPOINT_COLUMNS = `${Object.entries(COLUMNS)
  .map(([column, member]) => `endpoint.${column} AS "${member}"`)
  .join(', ')}, consecutive_failures AS "consecutiveFailures",
  last_success_at AS "lastSuccessAt", last_failure_at AS "lastFailureAt"`;

/** Values of `INSERT_ENDPOINT` and `UPDATE_ENDPOINT`. */
export const valuesOf = (endpoint: Endpoint): unknown[] =>
  Object.values(COLUMNS).map((member) => {
    if (member === 'createdBy') return textOf(endpoint.createdBy);
    return member === 'sealed' ? Buffer.from(endpoint.sealed) : endpoint[member];
  });

export function describedOf(row: EndpointRow): DescribedEndpoint {
  const { consecutiveFailures, lastSuccessAt, lastFailureAt, succeeded, failed, durationMs, ...columns } =
    row;
  const attempts = Number(succeeded) + Number(failed);
  return {
    endpoint: { ...columns, createdBy: actorOf(row.createdBy) },
    health: {
      consecutiveFailures,
      lastSuccessAt,
      lastFailureAt,
      successRate24h: attempts > 0 ? Number(succeeded) / attempts : null,
      averageDurationMs: attempts > 0 ? Math.round(Number(durationMs) / attempts) : null,
    },
  };
}
