// at apps/api/src/http/example.ts
// refused by law/environment-only-in-config
export const port = process.env.PORT;
