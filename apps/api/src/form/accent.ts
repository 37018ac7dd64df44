/** The dashboard's preview wears an account's colour by the same rules. */
export { accentColours, contrast } from '@libs/api-client';
