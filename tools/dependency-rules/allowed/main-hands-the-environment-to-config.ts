// at apps/api/src/main.ts
import { readConfig } from './config';

export const config = readConfig(process.env);
