import { Button } from '@mantine/core';
import { RotateCw, TriangleAlert } from 'lucide-react';
import { useRouteError } from 'react-router';
import { t } from '../../messages';
import { EmptyState } from '../../ui/states/empty-state';

/** Messages of a failed `import()` in Chromium, Firefox, and Safari: the files of this version are gone. */
const MODULE_LOAD_ERROR = /dynamically imported module|importing a module script failed|unable to preload/i;

/** Shown if a page threw an error or its code could not be loaded. */
export function PageError() {
  const error = useRouteError();
  const texts =
    error instanceof Error && MODULE_LOAD_ERROR.test(error.message) ? t.shell.outdated : t.shell.crash;
  return (
    <div role="alert">
      <EmptyState title={texts.title} hint={texts.body} icon={<TriangleAlert size={20} />}>
        <Button leftSection={<RotateCw size={15} />} onClick={() => window.location.reload()}>
          {t.shell.crash.reload}
        </Button>
      </EmptyState>
    </div>
  );
}
