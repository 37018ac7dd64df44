import { Module } from '@nestjs/common';
import { FeedbackModule } from '../../feedback/feedback.module';

/** Feedback and quarantine, as the dashboard works with them. */
@Module({ imports: [FeedbackModule] })
export class ItemsModule {}
