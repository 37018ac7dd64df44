import type { SecurityLogEntry } from '@libs/contract';
import { usePages } from './requests/pages';

/** The security log, newest first. */
export const useSecurityLog = () =>
  usePages<SecurityLogEntry>({
    queryKey: ['security-log'],
    path: 'security-log',
    params: { limit: 50 },
    // Any request can add an event.
    staleTime: 0,
  });
