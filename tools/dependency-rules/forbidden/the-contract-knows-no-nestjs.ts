// at libs/contract/src/example.ts
// forbidden by @nx/enforce-module-boundaries
export { Injectable } from '@nestjs/common';
