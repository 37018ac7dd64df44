// at libs/postgres/src/feedback/example.spec.ts
import { anAccount } from '@libs/accounts/testing';
import { feedbackRepositoryContract } from '@libs/feedback/testing';
import fc from 'fast-check';
import { testDataSource } from '../../testing';

export { anAccount, fc, feedbackRepositoryContract, testDataSource };
export const now = Date.now();
