// at apps/api/e2e/example.e2e.ts
import { InMemoryFeedbackRepository } from '@libs/feedback/testing';
import { useFreshDatabase } from '@libs/postgres/testing';
import { readConfig } from '../src/config';

export { InMemoryFeedbackRepository, readConfig, useFreshDatabase };
console.log(process.env.CI, Date.now());
