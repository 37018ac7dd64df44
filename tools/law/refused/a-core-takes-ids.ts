// at libs/accounts/src/example.ts
// refused by law/time-and-ids-are-arguments
import { randomUUID } from 'node:crypto';

export const newId = (): string => randomUUID();
