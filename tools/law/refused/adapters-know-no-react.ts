// at libs/postgres/src/example.ts
// refused by @nx/enforce-module-boundaries, law/production-needs-no-dev-dependency
export { useState } from 'react';
