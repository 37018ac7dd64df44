import { Store, useStore } from '../../ui/store';

const announcement = new Store({ text: '', turn: 0 });

/** Announces a text to screen readers. */
export const announce = (text: string): void => announcement.set({ text, turn: announcement.get().turn + 1 });

export function Announcer() {
  const { text, turn } = useStore(announcement);
  return (
    <div role="status" className="visually-hidden">
      {/* A new element, so that screen readers repeat an identical text. */}
      <span key={turn}>{text}</span>
    </div>
  );
}
