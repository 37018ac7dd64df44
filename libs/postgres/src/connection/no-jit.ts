/**
 * Turns off the just-in-time compiler until the end of the transaction. Before PostgreSQL 18, settings such as
 * `enable_seqscan = off` add so much to estimated costs that it compiles statements for seconds. No statement of the
 * service is long enough to gain from it. A connection can't turn it off for itself behind a pooler.
 */
export const NO_JIT = `set_config('jit', 'off', true)`;
