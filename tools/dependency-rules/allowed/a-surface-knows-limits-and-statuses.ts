// at apps/admin/src/pages/example.ts
import { DomainError } from '@libs/kernel';
import { STATUSES } from '@libs/feedback';

export const faults = [DomainError, STATUSES, new Date()];
