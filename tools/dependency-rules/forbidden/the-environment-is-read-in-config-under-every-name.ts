// at apps/api/src/http/example.ts
// forbidden by architecture/environment-only-in-config
import { env } from 'node:process';

export const port = env.PORT;
