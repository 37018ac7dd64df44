// at libs/postgres/src/feedback/example.ts
import { createHash } from 'node:crypto';
import type { Feedback, FeedbackRepository } from '@libs/feedback';
import { DomainError } from '@libs/kernel';
import type { PoolClient } from 'pg';
import { DataSource } from 'typeorm';
import { AccountScope } from '../account-scope';

export { AccountScope, createHash, DataSource, DomainError };
export type { Feedback, FeedbackRepository, PoolClient };
