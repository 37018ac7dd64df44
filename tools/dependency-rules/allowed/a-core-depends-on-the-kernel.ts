// at libs/feedback/src/example.ts
import { DomainError } from '@libs/kernel';
import type { Feedback } from './feedback';

export const notFound = ({ id }: Feedback) => new DomainError('not_found', 'feedback_not_found', id);
