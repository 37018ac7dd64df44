import { Code } from '@mantine/core';

const RESET_COMMAND = 'npm run -s operator -- reset-password --email …';

/** The operator command that sets a new password. */
export function ResetCommand() {
  return (
    <Code block style={{ whiteSpace: 'pre-wrap' }}>
      {RESET_COMMAND}
    </Code>
  );
}
