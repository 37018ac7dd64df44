import { Store, useStore } from './store';

const announcement = new Store({ text: '', turn: 0 });

/** Says something to those who listen to the screen, without moving anything on it. */
export const announce = (text: string): void => announcement.set({ text, turn: announcement.get().turn + 1 });

export function Announcer() {
  const { text, turn } = useStore(announcement);
  return (
    <div role="status" className="visually-hidden">
      {/* The same words twice are said twice only when the element is another. */}
      <span key={turn}>{text}</span>
    </div>
  );
}
