// at apps/api/src/feedback/example.controller.ts
// forbidden by architecture/adapters-only-in-the-wiring
import type { DataSource } from 'typeorm';

export const rows = (database: DataSource) => database.query('SELECT 1');
