// at libs/feedback/src/example.ts
// forbidden by @nx/enforce-module-boundaries
import { v7 } from 'uuid';

export const newId = () => v7();
