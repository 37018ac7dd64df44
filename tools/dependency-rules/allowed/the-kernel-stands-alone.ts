// at libs/kernel/src/example.ts
import type { Clock } from './clock';

export const monday: Clock = () => new Date('2026-11-16T00:00:00Z');
