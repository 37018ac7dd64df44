// at libs/contract/src/example.ts
// forbidden by @nx/enforce-module-boundaries, architecture/production-needs-no-dev-dependency
export { useState } from 'react';
