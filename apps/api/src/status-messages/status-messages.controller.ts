import { Controller, Delete, Get, HttpCode, Param } from '@nestjs/common';
import { statusMessageJson, StatusMessageUseCases } from '@libs/feedback';
import { By, type Author } from '../http/requester';
import { doors, For } from '../http/routes';

const OF_ITEM = 'feedback/:id/status-messages';

/** status-messages.md 1, status-messages.md 3 */
@Controller()
export class StatusMessagesController {
  constructor(private readonly messages: StatusMessageUseCases) {}

  @Get(doors(OF_ITEM))
  @For({ key: ['full', 'read'], member: 'read' })
  async list(@By() { accountId }: Author, @Param('id') itemId: string) {
    return { data: (await this.messages.list(accountId, itemId)).map(statusMessageJson) };
  }

  @Delete(doors(`${OF_ITEM}/:message_id`))
  @HttpCode(204)
  @For({ key: ['full'], member: 'items.change' })
  async cancel(
    @By() { accountId }: Author,
    @Param('id') itemId: string,
    @Param('message_id') id: string,
  ): Promise<void> {
    await this.messages.cancel(accountId, itemId, id);
  }
}
