// at libs/postgres/src/example.ts
// refused by law/environment-only-in-config
const { env } = process;

export const url = env.DATABASE_URL;
