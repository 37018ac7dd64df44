import type { Data, FormTokenResponse } from '@libs/contract';

/**
 * Reuses a response for 5 minutes: a challenge expires after 10, and an IP address can become suspicious at any time.
 */
const REFRESH_AFTER_MS = 5 * 60_000;
/** Stops using the token of the page one hour before it expires after 24 hours. */
const PAGE_TOKEN_USED_MS = 23 * 3_600_000;

export interface FormTokenSource {
  /** Requests a new token in the background. */
  refresh(): Promise<FormTokenResponse | null>;
  /** The token for a submission, and the proof of work if one is required. */
  submissionFields(pageToken: string): Promise<{ form_token: string; proof?: object }>;
  /** Discards the token, because a challenge is valid for one submission. */
  invalidate(): void;
}

export function createFormTokenSource(url: string): FormTokenSource {
  const openedAt = Date.now();
  let requestedAt = 0;
  let pendingResponse: Promise<FormTokenResponse | null> = Promise.resolve(null);

  function refresh(): Promise<FormTokenResponse | null> {
    if (Date.now() - requestedAt < REFRESH_AFTER_MS) return pendingResponse;
    requestedAt = Date.now();
    pendingResponse = fetchToken(`${url}/token`).then((response) => {
      if (!response) requestedAt = 0;
      return response;
    });
    return pendingResponse;
  }

  return {
    refresh,
    invalidate: () => (requestedAt = 0),
    async submissionFields(pageToken) {
      const response = await refresh();
      if (!response) return { form_token: pageToken };
      const form_token =
        Date.now() - openedAt < PAGE_TOKEN_USED_MS ? pageToken : await waitUntilValid(response);
      const proof = response.challenge && (await trySolveChallenge(response.challenge));
      return proof ? { form_token, proof } : { form_token };
    },
  };
}

async function fetchToken(url: string): Promise<FormTokenResponse | null> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(10_000) });
    return response.ok ? ((await response.json()) as Data<FormTokenResponse>).data : null;
  } catch {
    // Without it, the submission uses the token of the page.
    return null;
  }
}

/** Waits, because a new token is too young for some seconds. */
async function waitUntilValid({ token, wait_ms }: FormTokenResponse): Promise<string> {
  await new Promise((resolve) => setTimeout(resolve, wait_ms));
  return token;
}

async function trySolveChallenge(challenge: object): Promise<object | null> {
  try {
    const { solveProofOfWork } = await import('./proof-of-work');
    return await solveProofOfWork(challenge);
  } catch {
    // Browsers can solve only over HTTPS. A submission without a proof goes to quarantine.
    return null;
  }
}
