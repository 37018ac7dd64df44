// at libs/contract/src/example.ts
import { PASSWORD_MIN, type Plan } from '@libs/accounts/limits';
import type { FeedbackJson } from '@libs/feedback';
import { codePoints } from '@libs/kernel';

export * from '@libs/accounts/limits';
export { TITLE_MAX, type Status } from '@libs/feedback';
export const isLong = (text: string, _plan?: Plan, _json?: FeedbackJson) => codePoints(text) > PASSWORD_MIN;
