// at apps/api/src/http/example.ts
// forbidden by architecture/environment-only-in-config
export const port = process.env.PORT;
