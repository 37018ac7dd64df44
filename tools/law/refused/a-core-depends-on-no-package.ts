// at libs/feedback/src/example.ts
// refused by @nx/enforce-module-boundaries
import { v7 } from 'uuid';

export const newId = () => v7();
