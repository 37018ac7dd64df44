export type { NewRequest, RequestChange, RequestJson as ItemRequest } from '@libs/feedback';
