// at libs/accounts/src/example.ts
// forbidden by architecture/time-and-ids-are-arguments
import { randomUUID } from 'node:crypto';

export const newId = (): string => randomUUID();
