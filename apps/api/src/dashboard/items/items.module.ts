import { Module } from '@nestjs/common';
import { FeedbackModule } from '../../feedback/feedback.module';
import { ItemsController } from './items.controller';
import { QuarantineController } from './quarantine.controller';

/** Feedback and quarantine, as the dashboard works with them. */
@Module({ imports: [FeedbackModule], controllers: [ItemsController, QuarantineController] })
export class ItemsModule {}
