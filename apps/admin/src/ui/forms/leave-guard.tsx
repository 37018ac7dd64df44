import { useBlocker } from 'react-router';
import { ConfirmDialog } from './confirm-dialog';
import { usePreventUnload } from './use-prevent-unload';

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
  usePreventUnload(when);

  if (blocker.state !== 'blocked') return null;
  return (
    <ConfirmDialog
      title={texts.title}
      text={texts.body}
      confirm={texts.leave}
      cancel={texts.stay}
      danger
      onClose={blocker.reset}
      onConfirm={() => {
        onLeave?.();
        blocker.proceed();
      }}
    />
  );
}
