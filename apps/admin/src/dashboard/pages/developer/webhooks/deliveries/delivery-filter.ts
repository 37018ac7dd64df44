import type { DeliveryFilter } from '../../../../api/webhooks/deliveries';
import { t } from '../../../../../messages';

const STATUSES = Object.keys(t.deliveries.statuses);
const TYPES = [...Object.keys(t.webhooks.eventTypes), 'webhook.test'];

/** Reads the filter from the address bar. Ignores unknown values. */
export function readDeliveryFilter(params: URLSearchParams): DeliveryFilter {
  const valueIn = (name: string, values: readonly string[]) => {
    const value = params.get(name);
    return value !== null && values.includes(value) ? value : null;
  };
  return {
    status: valueIn('status', STATUSES) as DeliveryFilter['status'],
    eventType: valueIn('type', TYPES) as DeliveryFilter['eventType'],
  };
}

export const writeDeliveryFilter = ({ status, eventType }: DeliveryFilter): Record<string, string> => ({
  ...(status && { status }),
  ...(eventType && { type: eventType }),
});
