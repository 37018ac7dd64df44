import { KeyedMac, MAC_LENGTH } from '../keyed-mac';

const CURSOR_MAX = 64;

/** Encodes positions in the event log as opaque, signed cursors. A cursor is valid for one account. */
export class EventCursors {
  private readonly mac: KeyedMac;

  constructor(secret: Uint8Array) {
    this.mac = new KeyedMac(secret);
  }

  encode(accountId: string, position: number): string {
    const text = position.toString(36);
    return text + this.mac.of(signed(accountId, text));
  }

  /** Returns null for a cursor that `encode` didn't create for this account. */
  decode(accountId: string, cursor: string): number | null {
    if (cursor.length <= MAC_LENGTH || cursor.length > CURSOR_MAX) return null;
    const text = cursor.slice(0, -MAC_LENGTH);
    if (!this.mac.verify(cursor.slice(-MAC_LENGTH), signed(accountId, text))) return null;
    return Number.parseInt(text, 36);
  }
}

const signed = (accountId: string, text: string): string => `events\n${accountId}\n${text}`;
