import { lazy, Suspense, type ComponentProps } from 'react';

/** Loaded when it is asked for: the first sight of a list needs neither the dialog nor its form. */
const Dialog = lazy(async () => ({ default: (await import('./new-item-dialog')).NewItemDialog }));

export function NewItem(props: ComponentProps<typeof Dialog>) {
  return (
    <Suspense fallback={null}>
      <Dialog {...props} />
    </Suspense>
  );
}
