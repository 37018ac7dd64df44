import { ActionIcon, Tooltip, type ActionIconProps } from '@mantine/core';
import type { LucideIcon } from 'lucide-react';

interface Props extends ActionIconProps {
  readonly label: string;
  /** If it is shorter than the label. */
  readonly tooltip?: string;
  readonly icon: LucideIcon;
  readonly onClick: () => void;
}

/** A button with only an icon, whose label appears above it. */
export function IconButton({ label, tooltip = label, icon: Icon, ...button }: Props) {
  return (
    <Tooltip label={tooltip}>
      <ActionIcon size={32} aria-label={label} {...button}>
        <Icon size={16} />
      </ActionIcon>
    </Tooltip>
  );
}
