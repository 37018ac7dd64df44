// at apps/widget/src/example.ts
// forbidden by @nx/enforce-module-boundaries
export { ToolFailure } from '@libs/mcp';
