import { Button, Group } from '@mantine/core';
import { Download } from 'lucide-react';
import { t } from '../../../../messages';
import { CopyButton } from '../../../../ui/code/copy-button';
import { saveFile } from '../../../../ui/download';
import { ShownOnceDialog } from '../../../../ui/forms/shown-once-dialog';
import styles from './second-factor.module.css';

const texts = t.secondFactor.codes;

interface Props {
  readonly codes: readonly string[];
  readonly onClose: () => void;
}

/** Shows recovery codes once, to copy or download. */
export function RecoveryCodesDialog({ codes, onClose }: Props) {
  const text = `${codes.join('\n')}\n`;
  return (
    <ShownOnceDialog
      title={texts.title}
      size="lg"
      body={texts.body}
      done={texts.saved}
      texts={texts}
      onLeave={onClose}
    >
      <ul className={styles.codes} aria-label={texts.list}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group gap="sm">
        <CopyButton value={text} label={texts.copy} withText />
        <Button
          variant="default"
          leftSection={<Download size={15} />}
          onClick={() => saveFile(new Blob([text], { type: 'text/plain' }), texts.file)}
        >
          {texts.download}
        </Button>
      </Group>
    </ShownOnceDialog>
  );
}
