import type { Action } from '@libs/contract';
import { lazy, Suspense, type ComponentType } from 'react';
import { useMayDo } from '../api/team/role';
import { Splash } from './splash';

const RoleRequired = lazy(() => import('./role-required'));

/** A page for the roles that may do this. Other members see which role they need. */
export function restricted(Page: ComponentType, action: Action): ComponentType {
  return function RestrictedPage() {
    if (useMayDo(action)) return <Page />;
    return (
      <Suspense fallback={<Splash />}>
        <RoleRequired action={action} />
      </Suspense>
    );
  };
}
