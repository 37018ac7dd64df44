import type { Clock } from '@libs/kernel';

export const clock: Clock = () => new Date();
