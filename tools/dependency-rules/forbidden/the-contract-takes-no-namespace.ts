// at libs/contract/src/example.ts
// forbidden by architecture/the-contract-takes-types-and-constants
import * as feedback from '@libs/feedback';

export const make = feedback.newFeedback;
