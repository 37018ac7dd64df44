// at apps/api/src/http/example.ts
// refused by law/environment-only-in-config
import { env } from 'node:process';

export const port = env.PORT;
