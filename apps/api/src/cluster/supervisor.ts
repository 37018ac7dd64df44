import type { StopMode } from './messages';
import { describeEnd, type ProcessEnd, type ProcessListener, type ServingProcess } from './serving-process';

/** A process that ends sooner after its start counts as a failed start. */
export const STABLE_MS = 30_000;
const FIRST_DELAY_MS = 1_000;
const MAX_DELAY_MS = 30_000;

/** What the supervisor needs from the system. */
export interface ProcessSystem {
  /** Starts a process. Does not call the listener before it returns. */
  fork(listener: ProcessListener): ServingProcess;
  /** Monotonic, in milliseconds. */
  now(): number;
  /** Returns a function that cancels the call. */
  after(milliseconds: number, run: () => void): () => void;
  log(level: 'info' | 'error', message: string): void;
}

interface Member {
  readonly process: ServingProcess;
  readonly startedAt: number;
}

/** One of the n places: the process that serves requests, and during a restart its successor. */
interface Slot {
  serving: Member | null;
  starting: Member | null;
  /** Processes that were told to stop. */
  readonly leaving: Set<Member>;
  /** How many processes have ended soon after their start, one after another. */
  failures: number;
  cancelStart: () => void;
}

/** Keeps n processes running: decides when each one is started, replaced, and stopped (operator.md 13). */
export class Supervisor {
  private readonly slots: readonly Slot[];
  private state: 'starting' | 'running' | 'stopping' = 'starting';
  private settleStart!: { readonly resolve: () => void; readonly reject: (error: Error) => void };
  private resolveStop = () => {};
  /** Slots whose processes are still to be replaced; null without a restart. */
  private toRestart: Slot[] | null = null;
  private restarting: Slot | null = null;
  private restartsAgain = false;

  constructor(
    count: number,
    private readonly system: ProcessSystem,
  ) {
    this.slots = Array.from({ length: count }, () => ({
      serving: null,
      starting: null,
      leaving: new Set(),
      failures: 0,
      cancelStart: () => {},
    }));
  }

  /** Resolves when all processes serve requests. Rejects with the problem of the first one that ends before. */
  start(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.settleStart = { resolve, reject };
      for (const slot of this.slots) this.launch(slot);
    });
  }

  /** Replaces all processes, one after another. During a restart, another one follows. */
  restart(): void {
    if (this.state !== 'running') return;
    if (this.toRestart) {
      this.restartsAgain = true;
      return;
    }
    this.system.log('info', 'Restarting the processes one after another');
    this.toRestart = [...this.slots];
    this.restartNext();
  }

  /** Resolves when all processes have ended. */
  stop(mode: StopMode): Promise<void> {
    this.state = 'stopping';
    for (const slot of this.slots) slot.cancelStart();
    for (const { process } of this.members()) process.stop(mode);
    return new Promise((resolve) => {
      this.resolveStop = resolve;
      this.resolveIfStopped();
    });
  }

  /** Ends all processes immediately. */
  kill(): void {
    this.state = 'stopping';
    for (const { process } of this.members()) process.kill();
  }

  private members(): Member[] {
    return this.slots.flatMap(({ serving, starting, leaving }) =>
      [serving, starting, ...leaving].filter((member) => member !== null),
    );
  }

  private launch(slot: Slot): void {
    const process = this.system.fork({
      onReady: () => this.onReady(slot, member),
      onEnd: (end) => this.onEnd(slot, member, end),
    });
    const member: Member = { process, startedAt: this.system.now() };
    slot.starting = member;
  }

  private onReady(slot: Slot, member: Member): void {
    if (slot.starting !== member) return;
    slot.starting = null;
    const previous = slot.serving;
    slot.serving = member;
    if (previous) this.retire(slot, previous);
    if (this.state === 'starting' && this.slots.every(({ serving }) => serving)) {
      this.state = 'running';
      this.settleStart.resolve();
    }
    this.continueRestart();
  }

  private retire(slot: Slot, member: Member): void {
    slot.leaving.add(member);
    member.process.stop('replace');
  }

  private onEnd(slot: Slot, member: Member, end: ProcessEnd): void {
    const wasLeaving = slot.leaving.delete(member);
    const wasStarting = slot.starting === member;
    if (wasStarting) slot.starting = null;
    if (slot.serving === member) slot.serving = null;
    if (this.state === 'stopping') return this.resolveIfStopped();
    if (this.state === 'starting') return this.failStart(member, end);
    if (wasLeaving) return this.continueRestart();
    this.replace(slot, member, end);
    if (wasStarting && this.restarting === slot) this.abandonRestart();
  }

  private failStart(member: Member, end: ProcessEnd): void {
    this.state = 'stopping';
    this.settleStart.reject(new Error(end.problem ?? `${describeEnd(member.process, end)} during the start`));
  }

  /** Logs the end, and starts another process, unless there is one: the old or the new one of a restart. */
  private replace(slot: Slot, member: Member, end: ProcessEnd): void {
    const problem = end.problem === undefined ? '' : `: ${end.problem}`;
    const log = (next: string) =>
      this.system.log('error', `${describeEnd(member.process, end)}${next}${problem}`);
    if (slot.serving !== null || slot.starting !== null) return log('');
    const wasShort = this.system.now() - member.startedAt < STABLE_MS;
    slot.failures = wasShort ? slot.failures + 1 : 0;
    const delay = delayAfter(slot.failures);
    log(delay === 0 ? '; starting another one' : `; starting another one in ${delay / 1000} s`);
    slot.cancelStart = this.system.after(delay, () => this.launch(slot));
  }

  private restartNext(): void {
    const slot = this.toRestart?.shift();
    if (!slot) return this.finishRestart();
    this.restarting = slot;
    slot.cancelStart();
    // It may have read the configuration before the restart.
    if (slot.starting) this.retire(slot, slot.starting);
    this.launch(slot);
  }

  /** Continues with the next process when the new one serves requests and the old one has ended. */
  private continueRestart(): void {
    const slot = this.restarting;
    if (slot && slot.starting === null && slot.serving !== null && slot.leaving.size === 0)
      this.restartNext();
  }

  private finishRestart(): void {
    this.endRestart();
    this.system.log('info', 'All processes were restarted');
    if (this.restartsAgain) {
      this.restartsAgain = false;
      this.restart();
    }
  }

  private abandonRestart(): void {
    this.endRestart();
    this.restartsAgain = false;
    this.system.log('error', 'The restart was abandoned, because a new process did not start');
  }

  private endRestart(): void {
    this.toRestart = null;
    this.restarting = null;
  }

  private resolveIfStopped(): void {
    if (this.members().length === 0) this.resolveStop();
  }
}

/** No delay for a process that has run for a while, then 1 second, and twice as long after each failed start. */
function delayAfter(failures: number): number {
  return failures === 0 ? 0 : Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (failures - 1));
}
