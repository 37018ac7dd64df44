// at apps/cli/src/example.ts
// forbidden by architecture/environment-only-in-config
export const home = process.env['HOME'];
