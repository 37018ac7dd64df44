import type { MigrationInterface } from 'typeorm';

type Migration = new () => MigrationInterface;

/** In the order they run; a migration that has shipped is never edited. */
export const migrations: Migration[] = [];
