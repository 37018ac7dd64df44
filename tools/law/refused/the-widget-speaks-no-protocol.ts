// at apps/widget/src/example.ts
// refused by @nx/enforce-module-boundaries
export { ToolFailure } from '@libs/mcp';
