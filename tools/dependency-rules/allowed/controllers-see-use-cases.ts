// at apps/api/src/rest/items/feedback.controller.ts
import { Controller, Get } from '@nestjs/common';
import { FeedbackUseCases } from '@libs/feedback';
import { Addresses } from './cursor';

@Controller('feedback')
export class FeedbackController {
  constructor(private readonly feedback: FeedbackUseCases) {}

  @Get()
  list() {
    return [this.feedback, Addresses];
  }
}
