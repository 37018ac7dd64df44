import type { ComponentType } from 'react';
import { createBrowserRouter } from 'react-router';
import { Crash } from './shell/page-error';
import { Shell } from './shell/shell';
import { Splash } from './shell/splash';

const page = (load: () => Promise<{ readonly default: ComponentType }>) => ({
  lazy: async () => ({ Component: (await load()).default }),
  ErrorBoundary: Crash,
});

/** Every page is loaded when it is gone to; those inside the shell have a session. */
export const newRouter = () =>
  createBrowserRouter(
    [
      {
        HydrateFallback: Splash,
        ErrorBoundary: Crash,
        children: [
          { path: 'sign-in', ...page(() => import('./pages/sign-in')) },
          { path: 'sign-up', ...page(() => import('./pages/sign-up')) },
          {
            Component: Shell,
            children: [
              { index: true, ...page(() => import('./pages/home')) },
              { path: 'inbox', ...page(() => import('./pages/inbox')) },
              { path: 'board', ...page(() => import('./pages/board')) },
              { path: 'quarantine', ...page(() => import('./pages/quarantine')) },
              { path: 'form', ...page(() => import('./pages/form')) },
              { path: 'developer', ...page(() => import('./pages/developer')) },
              { path: 'import', ...page(() => import('./pages/import')) },
              { path: 'settings', ...page(() => import('./pages/settings')) },
              { path: '*', ...page(() => import('./pages/not-found')) },
            ],
          },
        ],
      },
    ],
    { basename: '/app' },
  );
