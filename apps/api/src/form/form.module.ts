import { Module, type DynamicModule } from '@nestjs/common';
import { hours, minutes, ThrottlerModule } from '@nestjs/throttler';
import { AccountsModule } from '../accounts.module';
import type { Config } from '../config';
import { FeedbackModule } from '../feedback/feedback.module';
import { FormController } from './form.controller';

@Module({})
export class FormModule {
  static with(config: Config): DynamicModule {
    return {
      module: FormModule,
      imports: [
        AccountsModule,
        FeedbackModule,
        ThrottlerModule.forRoot({
          throttlers: [
            { name: 'minute', ttl: minutes(1), limit: config.FORM_PER_MINUTE },
            { name: 'hour', ttl: hours(1), limit: config.FORM_PER_HOUR },
          ],
          setHeaders: false,
        }),
      ],
      controllers: [FormController],
    };
  }
}
