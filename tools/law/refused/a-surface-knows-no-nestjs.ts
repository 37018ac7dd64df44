// at apps/admin/src/pages/example.ts
// refused by @nx/enforce-module-boundaries
export { Injectable } from '@nestjs/common';
