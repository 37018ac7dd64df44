import {
  ACCOUNT_NAME_MAX,
  FORM_HEADING_MAX,
  FORM_TEXT_MAX,
  NEW_FORM,
  NEW_PUBLIC_PAGES,
  PUBLIC_INTRODUCTION_MAX,
  SLUG_MAX,
  type Account,
  type FormSettings,
  type PublicPages,
} from '@libs/accounts';
import { EntitySchema, type EntitySchemaColumnOptions } from 'typeorm';

const FormSettingsSchema = new EntitySchema<FormSettings>({
  name: 'form_settings',
  columns: {
    open: { name: 'form_open', type: 'boolean' },
    heading: { name: 'form_heading', type: 'varchar', length: FORM_HEADING_MAX, nullable: true },
    introduction: { name: 'form_introduction', type: 'varchar', length: FORM_TEXT_MAX, nullable: true },
    thanks: { name: 'form_thanks', type: 'varchar', length: FORM_TEXT_MAX, nullable: true },
    accent: { name: 'form_accent', type: 'text', nullable: true },
    emailField: { name: 'form_email_field', type: 'text' },
    language: { name: 'form_language', type: 'text', nullable: true },
    receipts: { name: 'form_receipts', type: 'boolean', default: NEW_FORM.receipts },
    statusMessages: { name: 'status_messages', type: 'text', default: NEW_FORM.statusMessages },
    requireIdentity: {
      name: 'form_require_identity',
      type: 'boolean',
      default: NEW_FORM.requireIdentity,
    },
  } satisfies Record<keyof FormSettings, EntitySchemaColumnOptions>,
});

const PublicPagesSchema = new EntitySchema<PublicPages>({
  name: 'public_pages',
  columns: {
    roadmap: { name: 'roadmap_open', type: 'boolean', default: NEW_PUBLIC_PAGES.roadmap },
    changelog: { name: 'changelog_open', type: 'boolean', default: NEW_PUBLIC_PAGES.changelog },
    statuses: {
      name: 'roadmap_statuses',
      type: 'text',
      array: true,
      default: `{${NEW_PUBLIC_PAGES.statuses.join()}}`,
    },
    counts: { name: 'public_counts', type: 'text', default: NEW_PUBLIC_PAGES.counts },
    votes: { name: 'public_votes', type: 'boolean', default: NEW_PUBLIC_PAGES.votes },
    searchEngines: {
      name: 'public_search_engines',
      type: 'boolean',
      default: NEW_PUBLIC_PAGES.searchEngines,
    },
    introduction: {
      name: 'public_introduction',
      type: 'varchar',
      length: PUBLIC_INTRODUCTION_MAX,
      nullable: true,
    },
  } satisfies Record<keyof PublicPages, EntitySchemaColumnOptions>,
});

/** The table of `Account`. A field without a column is a compile error. */
export const AccountSchema = new EntitySchema<Account>({
  name: 'accounts',
  columns: {
    id: { type: 'uuid', primary: true },
    name: { type: 'varchar', length: ACCOUNT_NAME_MAX },
    slug: { type: 'varchar', length: SLUG_MAX },
    aliases: { type: 'varchar', length: SLUG_MAX, array: true },
    plan: { type: 'text' },
    suspendedAt: { name: 'suspended_at', type: 'timestamptz', precision: 3, nullable: true },
    requiresSecondFactor: { name: 'require_second_factor', type: 'boolean', default: false },
    identityKeys: { name: 'identity_keys', type: 'jsonb', default: [] },
    formUsedAt: { name: 'form_used_at', type: 'timestamptz', precision: 3, nullable: true },
    createdAt: { name: 'created_at', type: 'timestamptz', precision: 3 },
  } satisfies Record<Exclude<keyof Account, 'form' | 'publicPages'>, EntitySchemaColumnOptions>,
  embeddeds: {
    form: { schema: FormSettingsSchema, prefix: false },
    publicPages: { schema: PublicPagesSchema, prefix: false },
  },
  checks: [
    { name: 'accounts_name_not_empty', expression: `name <> ''` },
    { name: 'accounts_slug_form', expression: `slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'` },
    { name: 'accounts_plan_known', expression: `plan IN ('free', 'pro')` },
    { name: 'accounts_form_accent_form', expression: `form_accent ~ '^#[0-9a-f]{6}$'` },
    {
      name: 'accounts_form_email_field_known',
      expression: `form_email_field IN ('hidden', 'optional', 'required')`,
    },
  ],
});
