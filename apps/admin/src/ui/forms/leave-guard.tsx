import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { ConfirmDialog } from './confirm-dialog';

interface Props {
  /** True if there are unsaved changes. */
  readonly when: boolean;
  readonly texts: {
    readonly title: string;
    readonly body: string;
    readonly stay: string;
    readonly leave: string;
  };
  readonly onLeave?: () => void;
}

/** Asks before unsaved changes are lost: by a link, the back button, or closing the tab. */
export function LeaveGuard({ when, texts, onLeave }: Props) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => when && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!when) return;
    const preventUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', preventUnload);
    return () => window.removeEventListener('beforeunload', preventUnload);
  }, [when]);

  if (blocker.state !== 'blocked') return null;
  return (
    <ConfirmDialog
      title={texts.title}
      confirm={texts.leave}
      cancel={texts.stay}
      danger
      onClose={blocker.reset}
      onConfirm={() => {
        onLeave?.();
        blocker.proceed();
      }}
    >
      {texts.body}
    </ConfirmDialog>
  );
}
