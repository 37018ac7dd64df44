import type { EntitySchema } from 'typeorm';

/** Every table, one line a context. */
export const entities: EntitySchema[] = [];
