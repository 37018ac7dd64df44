/**
 * Limits and enumerations of accounts, of each capability. Lengths are in code points. The browser compiles against them
 * through `@libs/contract`, so these files import nothing but the kernel.
 */
export * from './account/account.limits';
export * from './api-keys/api-key.limits';
export * from './form-settings/form-settings.limits';
export * from './identity/identity.limits';
export * from './memberships/membership.limits';
export * from './notifications/notification.limits';
export * from './people/person.limits';
export * from './public-pages/public-pages.limits';
export * from './second-factor/second-factor.limits';
export * from './security-log/security-log.limits';
export { LEAST_ROLES, type Action } from './roles';
