// at apps/admin/src/dashboard/pages/example.ts
import { DomainError } from '@libs/kernel';
import { STATUSES } from '@libs/feedback';

export const values = [DomainError, STATUSES, new Date()];
