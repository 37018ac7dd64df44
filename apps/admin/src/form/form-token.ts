import type { Data, FormTokenResponse } from '@libs/contract';

/** A challenge lives ten minutes and an address may become suspicious at any time: older news is asked for again. */
const FRESH_MS = 5 * 60_000;
/** A page's own token lives for a day. */
const PAGE_MS = 23 * 3_600_000;

export interface Admission {
  /** Asks in the background. */
  refresh(): Promise<FormTokenResponse | null>;
  /** What a submission must carry now: its token, and the proof when one is asked for. */
  marks(pageToken: string): Promise<{ form_token: string; proof?: object }>;
  /** A challenge is good for one submission. */
  spend(): void;
}

export function admissionAt(address: string): Admission {
  const opened = Date.now();
  let asked = 0;
  let answer: Promise<FormTokenResponse | null> = Promise.resolve(null);

  function refresh(): Promise<FormTokenResponse | null> {
    if (Date.now() - asked < FRESH_MS) return answer;
    asked = Date.now();
    answer = ask(`${address}/token`).then((admission) => {
      if (!admission) asked = 0;
      return admission;
    });
    return answer;
  }

  return {
    refresh,
    spend: () => (asked = 0),
    async marks(pageToken) {
      const admission = await refresh();
      if (!admission) return { form_token: pageToken };
      const form_token = Date.now() - opened < PAGE_MS ? pageToken : await ripe(admission);
      const proof = admission.challenge && (await solved(admission.challenge));
      return proof ? { form_token, proof } : { form_token };
    },
  };
}

async function ask(address: string): Promise<FormTokenResponse | null> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(10_000) });
    return response.ok ? ((await response.json()) as Data<FormTokenResponse>).data : null;
  } catch {
    // Without it a submission is judged by its page's token.
    return null;
  }
}

/** A token that was asked for just now is too young for some seconds. */
async function ripe({ token, wait_ms }: FormTokenResponse): Promise<string> {
  await new Promise((resolve) => setTimeout(resolve, wait_ms));
  return token;
}

async function solved(challenge: object): Promise<object | null> {
  try {
    const { proofOf } = await import('./proof-of-work');
    return await proofOf(challenge);
  } catch {
    // Browsers solve over HTTPS only; what comes without a proof waits for the owner.
    return null;
  }
}
