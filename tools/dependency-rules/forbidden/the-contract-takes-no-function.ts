// at libs/contract/src/example.ts
// forbidden by architecture/the-contract-takes-types-and-constants
import { newFeedback } from '@libs/feedback';

export const make = newFeedback;
