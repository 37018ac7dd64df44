// at apps/api/src/feedback/example.controller.ts
// forbidden by architecture/controllers-see-use-cases
import type { FeedbackRepository } from '@libs/feedback';

export const read = (items: FeedbackRepository) => items.find('account', 'id');
