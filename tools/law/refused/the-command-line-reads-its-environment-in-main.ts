// at apps/cli/src/example.ts
// refused by law/environment-only-in-config
export const home = process.env['HOME'];
