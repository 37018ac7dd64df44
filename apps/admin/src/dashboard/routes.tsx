import type { Action } from '@libs/contract';
import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { createBrowserRouter } from 'react-router';
import { receiveEarlyItems } from './api/items/item-queries';
import { prefetchSession } from './api/session';
import InboxPage from './pages/inbox';
import { PageError } from './shell/page-error';
import { restricted } from './shell/restricted';
import { Shell } from './shell/shell';
import { BASENAME } from './use-current-path';

/** @param action what members do there, if not all roles may do it */
const lazyPage = (load: () => Promise<{ readonly default: ComponentType }>, action?: Action) => ({
  lazy: async () => {
    const { default: Page } = await load();
    return { Component: action ? restricted(Page, action) : Page };
  },
  ErrorBoundary: PageError,
});

/**
 * Other pages than the inbox are loaded on demand. Those inside the shell require a session, which is loaded at the same
 * time.
 */
export function createRouter(queryClient: QueryClient) {
  const items = { loader: () => receiveEarlyItems(queryClient), shouldRevalidate: () => false };
  return createBrowserRouter(
    [
      {
        ErrorBoundary: PageError,
        children: [
          { path: 'sign-in', ...lazyPage(() => import('./pages/sign-in')) },
          { path: 'sign-up', ...lazyPage(() => import('./pages/sign-up')) },
          { path: 'reset-password', ...lazyPage(() => import('./pages/reset-password')) },
          { path: 'confirm-email', ...lazyPage(() => import('./pages/confirm-email')) },
          { path: 'invite', ...lazyPage(() => import('./pages/invite')) },
          {
            Component: Shell,
            loader: () => prefetchSession(queryClient),
            shouldRevalidate: () => false,
            children: [
              { index: true, ...lazyPage(() => import('./pages/home')) },
              { path: 'inbox', ...items, Component: InboxPage, ErrorBoundary: PageError },
              { path: 'board', ...items, ...lazyPage(() => import('./pages/board')) },
              { path: 'insights', ...lazyPage(() => import('./pages/insights')) },
              { path: 'quarantine', ...lazyPage(() => import('./pages/quarantine')) },
              { path: 'form', ...lazyPage(() => import('./pages/form'), 'form.manage') },
              { path: 'roadmap', ...lazyPage(() => import('./pages/roadmap'), 'form.manage') },
              { path: 'changelog', ...lazyPage(() => import('./pages/changelog')) },
              { path: 'changelog/:id', ...lazyPage(() => import('./pages/changelog/entry')) },
              {
                path: 'developer',
                ...lazyPage(() => import('./pages/developer/layout'), 'keys.manage'),
                children: [
                  { index: true, ...lazyPage(() => import('./pages/developer')) },
                  { path: 'webhooks', ...lazyPage(() => import('./pages/developer/webhooks')) },
                  { path: 'events', ...lazyPage(() => import('./pages/developer/events')) },
                  { path: 'identity', ...lazyPage(() => import('./pages/developer/identity')) },
                ],
              },
              {
                path: 'developer/webhooks/:id',
                ...lazyPage(() => import('./pages/developer/webhooks/detail'), 'webhooks.manage'),
              },
              { path: 'import', ...lazyPage(() => import('./pages/import'), 'data.transfer') },
              {
                path: 'settings',
                ...lazyPage(() => import('./pages/settings/layout')),
                children: [
                  { index: true, ...lazyPage(() => import('./pages/settings/profile')) },
                  { path: 'account', ...lazyPage(() => import('./pages/settings/account')) },
                  { path: 'members', ...lazyPage(() => import('./pages/settings/members')) },
                ],
              },
              { path: 'settings/tags', ...lazyPage(() => import('./pages/tags')) },
              { path: 'settings/notifications', ...lazyPage(() => import('./pages/notifications')) },
              {
                path: 'settings/security-log',
                ...lazyPage(() => import('./pages/security-log'), 'security.read'),
              },
              { path: '*', ...lazyPage(() => import('./pages/not-found')) },
            ],
          },
        ],
      },
    ],
    { basename: BASENAME },
  );
}
