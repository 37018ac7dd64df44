// at libs/postgres/src/example.ts
// refused by @nx/enforce-module-boundaries
export { useState } from 'react';
