export type { AgreedRequest, NewRequest, RequestChange, RequestJson as ItemRequest } from '@libs/feedback';
