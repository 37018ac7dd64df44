// at libs/feedback/src/example.ts
// forbidden by @typescript-eslint/consistent-type-imports
export type Path = import('node:fs').PathLike;
