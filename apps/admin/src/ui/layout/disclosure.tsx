import { Box, Button, Group } from '@mantine/core';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';

interface Props {
  readonly label: ReactNode;
  /** Whether the content is shown at first. */
  readonly isOpen?: boolean;
  /** Whether the content is shown in any case. */
  readonly isForced?: boolean;
  /** Beside the button. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** A button that shows and hides what is below it. */
export function Disclosure({ label, isOpen = false, isForced = false, aside, children }: Props) {
  const [isChosen, setChosen] = useState(isOpen);
  const isExpanded = isChosen || isForced;
  const contentId = useId();
  const Icon = isExpanded ? ChevronDown : ChevronRight;
  return (
    <div>
      <Group gap="xs" ml={-8}>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          aria-expanded={isExpanded}
          aria-controls={isExpanded ? contentId : undefined}
          leftSection={<Icon size={14} />}
          onClick={() => setChosen(!isExpanded)}
        >
          {label}
        </Button>
        {aside}
      </Group>
      {isExpanded && (
        <Box id={contentId} mt="sm">
          {children}
        </Box>
      )}
    </div>
  );
}
