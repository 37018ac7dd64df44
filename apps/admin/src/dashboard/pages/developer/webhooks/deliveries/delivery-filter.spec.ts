import { readDeliveryFilter, writeDeliveryFilter } from './delivery-filter';

const read = (search: string) => readDeliveryFilter(new URLSearchParams(search));

describe('the filter of deliveries', () => {
  it.each(['', 'status=failed', 'type=webhook.test', 'status=cancelled&type=feedback.created'])(
    'reads what it writes: %j',
    (search) => expect(new URLSearchParams(writeDeliveryFilter(read(search))).toString()).toBe(search),
  );

  it('ignores unknown values', () =>
    expect(read('status=lost&type=toString')).toEqual({ status: null, eventType: null }));
});
