export { LOCAL_WEBHOOKS, Receiver, type ReceivedRequest } from '@tools/testing';
