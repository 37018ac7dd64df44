import type { DeliveryFilter } from '../../../../api/webhooks/deliveries';
import { t } from '../../../../../messages';

type Filter = { readonly [F in keyof DeliveryFilter]-?: NonNullable<DeliveryFilter[F]> };
export const STATUSES = Object.keys(t.deliveries.statuses) as Filter['status'][];
export const TYPES = [...Object.keys(t.webhooks.eventTypes), 'webhook.test'] as Filter['eventType'][];

/** Reads the filter from the address bar. Ignores unknown values. */
export function readDeliveryFilter(params: URLSearchParams): DeliveryFilter {
  const valueIn = <V extends string>(name: string, values: readonly V[]) =>
    values.find((value) => value === params.get(name)) ?? null;
  return { status: valueIn('status', STATUSES), eventType: valueIn('type', TYPES) };
}

export const writeDeliveryFilter = ({ status, eventType }: DeliveryFilter): Record<string, string> => ({
  ...(status && { status }),
  ...(eventType && { type: eventType }),
});
