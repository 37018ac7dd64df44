import {
  duplicatesProperties,
  exportProperties,
  itemListsProperties,
  idempotencyProperties,
  importProperties,
} from '@libs/feedback/testing';
import { itemAdapters, sharedDataSource } from '../../testing';
import { PostgresFeedbackExporter } from './export/postgres-feedback-exporter';
import { PostgresIdempotencyRepository } from './idempotency/postgres-idempotency-repository';
import { PostgresFeedbackImporter } from './import/postgres-feedback-importer';
import { PostgresTagRepository } from './tags/postgres-tag-repository';

/** The property-based contract tests, with many more runs than in `npm test`. */
const RUNS = 200;
/** Of the same properties in another configuration. */
const MORE_RUNS = 50;

const adapters = async (maxScanned?: number, as: 'role' | 'superuser' = 'role') => {
  const dataSource = await sharedDataSource(as);
  return {
    ...itemAdapters(dataSource, maxScanned),
    tags: new PostgresTagRepository(dataSource),
    writes: new PostgresIdempotencyRepository(dataSource),
    importer: new PostgresFeedbackImporter(dataSource),
    exporter: new PostgresFeedbackExporter(dataSource),
  };
};

itemListsProperties('PostgreSQL', () => adapters(), RUNS);
itemListsProperties(
  'PostgreSQL without row-level security',
  () => adapters(undefined, 'superuser'),
  MORE_RUNS,
);
itemListsProperties('PostgreSQL, scanning 5 rows', () => adapters(5), MORE_RUNS);
itemListsProperties('PostgreSQL, scanning 2 rows', () => adapters(2), MORE_RUNS);
duplicatesProperties('PostgreSQL', () => adapters(), RUNS);
idempotencyProperties('PostgreSQL', () => adapters(), RUNS);
importProperties('PostgreSQL', () => adapters(), RUNS);
exportProperties('PostgreSQL', () => adapters(), RUNS);
