import { testServer, type TestServer } from './test-server';

let held: TestServer | undefined;

/** jest's globalSetup: between two test files the server need not stop and start. */
export default async function holdServer(): Promise<void> {
  held = await testServer();
}

export async function releaseServer(): Promise<void> {
  await held?.release();
}
