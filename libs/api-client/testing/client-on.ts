import { FeedbackClient } from '../src/rest/client';
import type { ClientOptions } from '../src/rest/options';
import { PLATFORM, type Platform } from '../src/rest/platform';

/** Creates a client with parts of the platform replaced, such as a `sleep` that returns immediately. */
export const clientOn = (options: ClientOptions, platform: Partial<Platform>): FeedbackClient =>
  new FeedbackClient(options, { ...PLATFORM, ...platform });
