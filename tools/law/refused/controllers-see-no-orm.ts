// at apps/api/src/feedback/example.controller.ts
// refused by law/adapters-only-in-the-wiring
import type { DataSource } from 'typeorm';

export const rows = (database: DataSource) => database.query('SELECT 1');
