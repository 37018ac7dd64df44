import type { ComponentType } from 'react';
import { createBrowserRouter } from 'react-router';
import { PageError } from './shell/page-error';
import { Shell } from './shell/shell';
import { Splash } from './shell/splash';

const lazyPage = (load: () => Promise<{ readonly default: ComponentType }>) => ({
  lazy: async () => ({ Component: (await load()).default }),
  ErrorBoundary: PageError,
});

/** Pages are loaded on demand; those inside the shell require a session. */
export const createRouter = () =>
  createBrowserRouter(
    [
      {
        HydrateFallback: Splash,
        ErrorBoundary: PageError,
        children: [
          { path: 'sign-in', ...lazyPage(() => import('./pages/sign-in')) },
          { path: 'sign-up', ...lazyPage(() => import('./pages/sign-up')) },
          { path: 'reset-password', ...lazyPage(() => import('./pages/reset-password')) },
          { path: 'confirm-email', ...lazyPage(() => import('./pages/confirm-email')) },
          {
            Component: Shell,
            children: [
              { index: true, ...lazyPage(() => import('./pages/home')) },
              { path: 'inbox', ...lazyPage(() => import('./pages/inbox')) },
              { path: 'board', ...lazyPage(() => import('./pages/board')) },
              { path: 'insights', ...lazyPage(() => import('./pages/insights')) },
              { path: 'quarantine', ...lazyPage(() => import('./pages/quarantine')) },
              { path: 'form', ...lazyPage(() => import('./pages/form')) },
              {
                path: 'developer',
                ...lazyPage(() => import('./pages/developer/layout')),
                children: [
                  { index: true, ...lazyPage(() => import('./pages/developer')) },
                  { path: 'webhooks', ...lazyPage(() => import('./pages/developer/webhooks')) },
                  { path: 'events', ...lazyPage(() => import('./pages/developer/events')) },
                ],
              },
              {
                path: 'developer/webhooks/:id',
                ...lazyPage(() => import('./pages/developer/webhooks/detail')),
              },
              { path: 'import', ...lazyPage(() => import('./pages/import')) },
              { path: 'settings', ...lazyPage(() => import('./pages/settings')) },
              { path: 'settings/tags', ...lazyPage(() => import('./pages/tags')) },
              { path: 'settings/notifications', ...lazyPage(() => import('./pages/notifications')) },
              { path: 'settings/security-log', ...lazyPage(() => import('./pages/security-log')) },
              { path: '*', ...lazyPage(() => import('./pages/not-found')) },
            ],
          },
        ],
      },
    ],
    { basename: '/app' },
  );
