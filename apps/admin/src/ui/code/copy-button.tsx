import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { Check, Copy } from 'lucide-react';
import { t } from '../../messages';

interface Props {
  readonly value: string;
  /** What the button copies, for screen readers. */
  readonly label: string;
  readonly withText?: boolean;
  /** Size of the button with text. */
  readonly size?: 'xs' | 'sm';
}

/** Copies a value and confirms it, also to screen readers. */
export function CopyButton({ value, label, withText = false, size = 'sm' }: Props) {
  const { copied, error, copy } = useClipboard({ timeout: 2_000 });
  const Icon = copied ? Check : Copy;
  const statusText = error ? t.ui.copyFailed : copied ? t.ui.copied : null;
  return (
    <>
      {withText ? (
        <Button
          variant="default"
          size={size}
          leftSection={<Icon size={size === 'xs' ? 14 : 15} />}
          aria-label={label}
          onClick={() => copy(value)}
        >
          {copied ? t.ui.copied : t.ui.copy}
        </Button>
      ) : (
        <Tooltip label={statusText ?? label} opened={statusText ? true : undefined}>
          <ActionIcon
            color={copied ? 'teal' : 'gray'}
            size="md"
            aria-label={label}
            onClick={() => copy(value)}
          >
            <Icon size={15} />
          </ActionIcon>
        </Tooltip>
      )}
      <span role="status" className="visually-hidden">
        {statusText}
      </span>
    </>
  );
}
