import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const SOURCES = __dirname;
const STYLES = join(SOURCES, '../../../node_modules/@mantine/core/styles');
const IMPORT = /import \{([^}]+)\} from '@mantine\/core'/g;
/** Components that render others, which have separate styles. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  CheckboxGroup: ['Checkbox'],
  Modal: ['ModalBase', 'Overlay', 'CloseButton', 'Paper'],
  Drawer: ['ModalBase', 'Overlay', 'CloseButton', 'Paper'],
  Menu: ['Popover'],
  NativeSelect: ['Input'],
  Select: ['Combobox', 'Input', 'Popover', 'ScrollArea'],
  TagsInput: ['PillsInput', 'Pill', 'Combobox', 'Input', 'Popover', 'ScrollArea'],
  TextInput: ['Input'],
  Textarea: ['Input'],
  PasswordInput: ['Input', 'ActionIcon'],
  ColorInput: ['ColorPicker', 'ColorSwatch', 'Popover', 'Input'],
  Switch: ['InlineInput'],
  Checkbox: ['InlineInput'],
  Radio: ['InlineInput'],
  SegmentedControl: ['FloatingIndicator'],
};

/** Mantine's components don't include their styles: a component whose styles are missing in styles.ts looks broken. */
describe('styles', () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.tsx'),
  );
  const used = new Set(
    files.flatMap((name) =>
      [...readFileSync(join(SOURCES, name), 'utf8').matchAll(IMPORT)].flatMap(([, names]) =>
        names!.split(',').map((one) => one.trim()),
      ),
    ),
  );
  const loaded = readFileSync(join(SOURCES, 'styles.ts'), 'utf8');
  const needed = [...used]
    .flatMap((name) => [name, ...(PARTS[name] ?? [])])
    .filter((name) => existsSync(join(STYLES, `${name}.layer.css`)));

  it('finds components', () => expect(needed).toContain('Button'));
  it.each([...new Set(needed)].sort())('are loaded for %s', (name) =>
    expect(loaded).toContain(`styles/${name}.layer.css'`),
  );
});
