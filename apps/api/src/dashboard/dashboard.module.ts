import { Module } from '@nestjs/common';
import { ItemsModule } from './items/items.module';

/** The dashboard's own API, `/app/api/*` (API.md 4.4a). */
@Module({ imports: [ItemsModule] })
export class DashboardModule {}
