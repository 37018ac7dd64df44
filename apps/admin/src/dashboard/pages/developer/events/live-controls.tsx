import { Button } from '@mantine/core';
import { Pause, Play } from 'lucide-react';
import { t } from '../../../../messages';
import { Pill } from '../../../../ui/badges/pill';

const texts = t.events;

interface Props {
  readonly isConnected: boolean;
  readonly isPaused: boolean;
  readonly onPause: (isPaused: boolean) => void;
}

/** Whether new events appear, and a button to stop that (WCAG 2.2.2). */
export function LiveControls({ isConnected, isPaused, onPause }: Props) {
  const Icon = isPaused ? Play : Pause;
  return (
    <>
      <span role="status">
        {isPaused ? (
          <Pill tone="neutral">{texts.states.paused}</Pill>
        ) : isConnected ? (
          <Pill tone="good">{texts.states.live}</Pill>
        ) : (
          <Pill tone="warning">{texts.states.connecting}</Pill>
        )}
      </span>
      <Button variant="default" leftSection={<Icon size={15} />} onClick={() => onPause(!isPaused)}>
        {isPaused ? texts.resume : texts.pause}
      </Button>
    </>
  );
}
