import { Store, useStore } from './store';

const spoken = new Store({ text: '', turn: 0 });

/** Says something to those who listen to the screen, without moving anything on it. */
export const announce = (text: string): void => spoken.set({ text, turn: spoken.get().turn + 1 });

export function Announcer() {
  const { text, turn } = useStore(spoken);
  return (
    <div role="status" className="visually-hidden">
      {/* The same words twice are said twice only when the element is another. */}
      <span key={turn}>{text}</span>
    </div>
  );
}
