import { Inject, Injectable } from '@nestjs/common';
import { ApiKeyUseCases, MemberUseCases } from '@libs/accounts';
import {
  ChangelogUseCases,
  FeedbackBatchUseCases,
  FeedbackUseCases,
  HistoryUseCases,
  IdempotencyUseCases,
  NoteUseCases,
  RequestUseCases,
  SimilarUseCases,
  StatsUseCases,
} from '@libs/feedback';
import { EventFeed } from '@libs/webhooks';
import { PublicUrls } from '../config';
import { CursorCodec } from '../cursors/cursor';

/** Use cases of the tools. */
@Injectable()
export class McpUseCases {
  @Inject(FeedbackUseCases) readonly feedback!: FeedbackUseCases;
  @Inject(FeedbackBatchUseCases) readonly batches!: FeedbackBatchUseCases;
  @Inject(StatsUseCases) readonly stats!: StatsUseCases;
  @Inject(IdempotencyUseCases) readonly idempotency!: IdempotencyUseCases;
  @Inject(SimilarUseCases) readonly similar!: SimilarUseCases;
  @Inject(HistoryUseCases) readonly history!: HistoryUseCases;
  @Inject(NoteUseCases) readonly notes!: NoteUseCases;
  @Inject(RequestUseCases) readonly requests!: RequestUseCases;
  @Inject(ChangelogUseCases) readonly changelog!: ChangelogUseCases;
  @Inject(EventFeed) readonly events!: EventFeed;
  @Inject(ApiKeyUseCases) readonly keys!: Pick<ApiKeyUseCases, 'list' | 'describe'>;
  @Inject(MemberUseCases) readonly members!: Pick<MemberUseCases, 'list'>;
  @Inject(PublicUrls) readonly urls!: PublicUrls;
  @Inject(CursorCodec) readonly cursors!: CursorCodec;
}
