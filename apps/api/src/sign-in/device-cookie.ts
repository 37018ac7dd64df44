import { randomBytes } from 'node:crypto';
import { isEmail, type Clock } from '@libs/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { MAC_LENGTH, type KeyedMac } from '../keyed-mac';
import { cookieRules, cookieValue } from './cookies';

const LIFE_SECONDS = 180 * 24 * 3600;
/** Number of people whom a browser is remembered for. */
const PEOPLE_MAX = 5;
/** ID, expiry in Unix seconds, MAC. */
const ENTRY = new RegExp(`^([\\w-]{16})\\.(\\d{1,12})\\.([\\w-]{${MAC_LENGTH}})$`);

interface Entry {
  readonly text: string;
  readonly id: string;
  readonly signed: string;
  readonly mac: string;
}

/**
 * Remembers that a person has signed in with this browser. Strangers who guess the password then cannot delay the
 * person's sign-in (OWASP: device cookies). The cookie does not sign anyone in. Each entry is an ID and a MAC over
 * the ID and the person's email address, so an entry is valid for that address only and does not contain it.
 */
export class DeviceCookie {
  private readonly name: string;
  private readonly attributes: string;

  constructor(
    publicUrl: string,
    private readonly mac: KeyedMac,
    private readonly clock: Clock,
  ) {
    const { prefix, attributes } = cookieRules(publicUrl);
    this.name = `${prefix}device`;
    this.attributes = `Max-Age=${LIFE_SECONDS}; ${attributes}`;
  }

  /** Returns the ID of this browser if the person with this email address has signed in with it; otherwise null. */
  idFor(email: string, request: FastifyRequest): string | null {
    return isEmail(email.trim()) ? (this.entryFor(email, this.entries(request))?.id ?? null) : null;
  }

  /** Remembers this person for half a year. A known browser keeps its ID. */
  remember(email: string, request: FastifyRequest, reply: FastifyReply): void {
    const entries = this.entries(request);
    const known = this.entryFor(email, entries);
    const others = entries.filter((entry) => entry !== known).slice(0, PEOPLE_MAX - 1);
    const expiry = Math.floor(this.clock().getTime() / 1000) + LIFE_SECONDS;
    const signed = `${known?.id ?? randomBytes(12).toString('base64url')}.${expiry}`;
    const texts = [`${signed}.${this.mac.of(subject(email, signed))}`, ...others.map(({ text }) => text)];
    reply.header('set-cookie', `${this.name}=${texts.join('~')}; ${this.attributes}`);
  }

  private entryFor(email: string, entries: readonly Entry[]): Entry | undefined {
    return entries.find(({ signed, mac }) => this.mac.verify(mac, subject(email, signed)));
  }

  /** Returns well-formed entries that have not expired. Their MACs are not checked: that requires the email address. */
  private entries(request: FastifyRequest): Entry[] {
    const now = this.clock().getTime() / 1000;
    const texts = cookieValue(request, this.name).split('~').slice(0, PEOPLE_MAX);
    return texts.flatMap((text) => {
      const [, id, expiry, mac] = ENTRY.exec(text) ?? [];
      return id && mac && Number(expiry) > now ? [{ text, id, signed: `${id}.${expiry}`, mac }] : [];
    });
  }
}

const subject = (email: string, signed: string): string => `${signed}\n${email.trim().toLowerCase()}`;
