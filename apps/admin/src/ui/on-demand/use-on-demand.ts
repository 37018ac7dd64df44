import { useLayoutEffect, useRef, useState, type Ref } from 'react';

export interface OnDemandButtonProps {
  readonly ref: Ref<HTMLButtonElement>;
  readonly 'aria-haspopup': 'menu' | 'dialog';
  readonly 'aria-expanded'?: false;
}

/**
 * For a menu or a popover that is rendered when it first opens: a page has many, and opens and changes faster without
 * them. It is rendered closed, with its button, and opens then, so that the focus returns to where it was. The button
 * becomes another element; if it had the focus, the new one gets it.
 */
export function useOnDemand(isOpen: boolean, popup: OnDemandButtonProps['aria-haspopup']) {
  const button = useRef<HTMLButtonElement>(null);
  const hadFocus = useRef(false);
  const [step, setStep] = useState<'button' | 'closed' | 'ready'>('button');
  useLayoutEffect(() => {
    if (step === 'button' && isOpen) {
      hadFocus.current = document.activeElement === button.current;
      setStep('closed');
    } else if (step === 'closed') {
      if (hadFocus.current) button.current?.focus({ preventScroll: true });
      setStep('ready');
    }
  }, [step, isOpen]);
  const isRendered = step !== 'button';
  const buttonProps: OnDemandButtonProps = {
    ref: button,
    'aria-haspopup': popup,
    ...(!isRendered && { 'aria-expanded': false }),
  };
  return { isRendered, opened: isOpen && step === 'ready', buttonProps };
}
