import { lazy, Suspense, type ComponentType } from 'react';

/** A dialog that is loaded when it first opens. Until then, shortcuts are off, as behind an open dialog. */
export function lazyDialog<P extends object>(load: () => Promise<ComponentType<P>>) {
  const Dialog = lazy(async () => ({ default: await load() })) as unknown as ComponentType<P>;
  return function LazyDialog(props: P) {
    return (
      <Suspense fallback={<div hidden aria-modal />}>
        <Dialog {...props} />
      </Suspense>
    );
  };
}
