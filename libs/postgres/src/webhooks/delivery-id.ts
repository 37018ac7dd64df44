/** SQL for a time-ordered ID (UUIDv7). @param micros SQL for the microseconds since 1970 */
export const newIdAt = (micros: string): string => `
  overlay(replace(gen_random_uuid()::text, '-', '')
    placing lpad(to_hex((${micros}) / 1000), 12, '0') || '7' || lpad(to_hex((${micros}) % 1000 * 4), 3, '0')
    from 1 for 16)::uuid`;

/** SQL for the microseconds of a time. */
export const microsOf = (time: string): string => `(extract(epoch FROM ${time}) * 1000000)::bigint`;
