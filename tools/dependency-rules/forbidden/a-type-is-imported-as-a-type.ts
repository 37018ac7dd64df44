// at libs/feedback/src/items/feedback.use-cases.ts
// forbidden by @typescript-eslint/consistent-type-imports
import { Clock } from '@libs/kernel';

export const today = (clock: Clock) => clock();
