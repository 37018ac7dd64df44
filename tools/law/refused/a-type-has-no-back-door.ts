// at libs/feedback/src/example.ts
// refused by @typescript-eslint/consistent-type-imports
export type Path = import('node:fs').PathLike;
