import { Button, ColorInput, Group, Stack, Text } from '@mantine/core';
import { t } from '../../messages';
import { contrast, isColour, textOn } from './contrast';

interface Props {
  readonly accent: string;
  readonly error: string | undefined;
  readonly onChange: (accent: string) => void;
}

const texts = t.form.look;
const SWATCHES = ['#3454d1', '#0f766e', '#15803d', '#b45309', '#c2410c', '#be123c', '#7e22ce', '#1f2937'];

export function LookField({ accent, error, onChange }: Props) {
  return (
    <Stack gap="sm">
      <Group align="flex-end" gap="xs">
        <ColorInput
          name="accent"
          label={texts.accent}
          description={texts.hint}
          placeholder="#3454d1"
          format="hex"
          fixOnBlur={false}
          swatches={SWATCHES}
          swatchesPerRow={8}
          withEyeDropper={false}
          value={accent}
          onChange={onChange}
          error={error}
          popoverProps={{ withinPortal: true }}
        />
        {accent !== '' && (
          <Button variant="subtle" color="gray" onClick={() => onChange('')}>
            {texts.standard}
          </Button>
        )}
      </Group>
      {isColour(accent.toLowerCase()) && <Contrast accent={accent.toLowerCase()} />}
    </Stack>
  );
}

function Contrast({ accent }: { readonly accent: string }) {
  const text = textOn(accent);
  const name = text === '#ffffff' ? 'white' : 'black';
  return (
    <Text size="xs" c="dimmed">
      {texts.contrast(name, contrast(accent, text).toFixed(1))}
    </Text>
  );
}
