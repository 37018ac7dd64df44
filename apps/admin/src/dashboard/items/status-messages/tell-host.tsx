import { lazyDialog } from '../../../ui/lazy-dialog';
import { useStore } from '../../../ui/store';
import { tellTarget } from './tell-target';

export const loadTellDialog = async () => (await import('./dialog/tell-dialog')).TellDialog;
const TellDialog = lazyDialog(loadTellDialog);

/** The dialog that tells followers. In the shell, because notices that open it outlive a page. */
export function TellHost() {
  const items = useStore(tellTarget);
  return items && <TellDialog items={items} onClose={() => tellTarget.set(null)} />;
}
