// at libs/postgres/src/example.ts
// forbidden by architecture/environment-only-in-config
const { env } = process;

export const url = env.DATABASE_URL;
