import { FeedbackClient } from '../src/rest/client';
import type { ClientOptions } from '../src/rest/options';
import { PLATFORM, type Platform } from '../src/rest/platform';

/** A client that takes some things from elsewhere, such as a `sleep` that lets the time pass at once. */
export const clientOn = (options: ClientOptions, platform: Partial<Platform>): FeedbackClient =>
  new FeedbackClient(options, { ...PLATFORM, ...platform });
