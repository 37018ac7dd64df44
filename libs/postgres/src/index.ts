export * from './data-source';
export * from './feedback/typeorm-feedback-repository';
export * from './embedded';
export * from './outage';
export * from './shared-secret';
export * from './accounts/postgres-rate-limit-store';
export * from './accounts/typeorm-account-repository';
export * from './accounts/typeorm-api-key-repository';
