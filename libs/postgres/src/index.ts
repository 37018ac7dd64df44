export * from './data-source';
export * from './feedback/typeorm-feedback-repository';
export * from './embedded';
export * from './outage';
export * from './shared-secret';
