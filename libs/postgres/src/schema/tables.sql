TABLE account_slugs
  slug character varying(50) NOT NULL
  account_id uuid NOT NULL
  CONSTRAINT account_slugs_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
  CONSTRAINT account_slugs_pkey PRIMARY KEY (slug)
  CONSTRAINT account_slugs_slug_form CHECK (((slug)::text ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text))
CREATE INDEX account_slugs_account_id ON public.account_slugs USING btree (account_id)

TABLE account_storage FORCE ROW LEVEL SECURITY
  account_id uuid NOT NULL
  counted bigint NOT NULL DEFAULT 0
  counted_at timestamp(3) with time zone NOT NULL DEFAULT '-infinity'::timestamp with time zone
  added bigint NOT NULL DEFAULT 0
  stale_at timestamp(3) with time zone
  due_at timestamp(3) with time zone NOT NULL DEFAULT '-infinity'::timestamp with time zone
  is_full boolean NOT NULL DEFAULT false
  CONSTRAINT account_storage_pkey PRIMARY KEY (account_id)
CREATE INDEX account_storage_due ON public.account_storage USING btree (due_at)
CREATE INDEX account_storage_full ON public.account_storage USING btree (account_id) WHERE is_full
CREATE POLICY account_storage_account USING ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid))
CREATE POLICY account_storage_publisher USING ((current_setting('app.publishes'::text, true) = 'on'::text))

TABLE accounts
  id uuid NOT NULL
  name character varying(100) NOT NULL
  slug character varying(50) NOT NULL
  plan text NOT NULL
  form_open boolean NOT NULL
  created_at timestamp(3) with time zone NOT NULL
  form_heading character varying(100)
  form_introduction character varying(1000)
  form_thanks character varying(1000)
  form_accent text
  form_used_at timestamp(3) with time zone
  form_email_field text NOT NULL
  aliases character varying(50)[] NOT NULL
  suspended_at timestamp(3) with time zone
  require_second_factor boolean NOT NULL DEFAULT false
  CONSTRAINT accounts_form_accent_form CHECK ((form_accent ~ '^#[0-9a-f]{6}$'::text))
  CONSTRAINT accounts_form_email_field_known CHECK ((form_email_field = ANY (ARRAY['hidden'::text, 'optional'::text, 'required'::text])))
  CONSTRAINT accounts_name_not_empty CHECK (((name)::text <> ''::text))
  CONSTRAINT accounts_pkey PRIMARY KEY (id)
  CONSTRAINT accounts_plan_known CHECK ((plan = ANY (ARRAY['free'::text, 'pro'::text])))
  CONSTRAINT accounts_slug_form CHECK (((slug)::text ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text))

TABLE api_keys fillfactor=80
  id uuid NOT NULL
  account_id uuid NOT NULL
  name character varying(100) NOT NULL
  permission text NOT NULL
  allowed_origins text[] NOT NULL
  digest bytea NOT NULL
  last_four text NOT NULL
  created_at timestamp(3) with time zone NOT NULL
  created_by uuid
  last_used_at timestamp(3) with time zone
  expires_at timestamp(3) with time zone
  revoked_at timestamp(3) with time zone
  bucket_id uuid NOT NULL
  CONSTRAINT api_keys_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
  CONSTRAINT api_keys_created_by_fkey FOREIGN KEY (created_by) REFERENCES people(id) ON DELETE SET NULL
  CONSTRAINT api_keys_digest_length CHECK ((octet_length(digest) = 32))
  CONSTRAINT api_keys_name_not_empty CHECK (((name)::text <> ''::text))
  CONSTRAINT api_keys_origins_submit CHECK (((permission = 'submit'::text) OR (allowed_origins = '{}'::text[])))
  CONSTRAINT api_keys_permission_known CHECK ((permission = ANY (ARRAY['full'::text, 'read'::text, 'submit'::text])))
  CONSTRAINT api_keys_pkey PRIMARY KEY (id)
CREATE INDEX api_keys_account_id ON public.api_keys USING btree (account_id)
CREATE UNIQUE INDEX api_keys_digest ON public.api_keys USING btree (digest)

TABLE api_usage fillfactor=70
  key_id uuid NOT NULL
  date date NOT NULL
  accepted bigint NOT NULL
  rate_limited bigint NOT NULL
  failed bigint NOT NULL
  CONSTRAINT api_usage_key_id_fkey FOREIGN KEY (key_id) REFERENCES api_keys(id) ON DELETE CASCADE
  CONSTRAINT api_usage_pkey PRIMARY KEY (key_id, date)

TABLE email_changes
  person_id uuid NOT NULL
  email character varying(254) NOT NULL
  digest bytea NOT NULL
  created_at timestamp(3) with time zone NOT NULL
  expires_at timestamp(3) with time zone NOT NULL
  CONSTRAINT email_changes_digest UNIQUE (digest)
  CONSTRAINT email_changes_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE
  CONSTRAINT email_changes_pkey PRIMARY KEY (person_id)

TABLE event_positions
  is_only boolean NOT NULL DEFAULT true
  last bigint NOT NULL
  dropped bigint NOT NULL
  compact_from bigint NOT NULL DEFAULT 0
  CONSTRAINT event_positions_is_only_check CHECK (is_only)
  CONSTRAINT event_positions_pkey PRIMARY KEY (is_only)

TABLE events FORCE ROW LEVEL SECURITY, PARTITION BY RANGE ("position")
  position bigint NOT NULL
  account_id uuid NOT NULL
  id uuid NOT NULL
  type text NOT NULL
  at timestamp(3) with time zone NOT NULL
  actor text NOT NULL
  item_id uuid
  item json NOT NULL
  previous json
  base_position bigint
  CONSTRAINT events_pkey PRIMARY KEY (account_id, "position")
CREATE INDEX events_item ON ONLY public.events USING btree (account_id, item_id) WHERE (item_id IS NOT NULL)
CREATE POLICY events_account USING ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid))
CREATE POLICY events_publisher USING ((current_setting('app.publishes'::text, true) = 'on'::text))

TABLE feedback FORCE ROW LEVEL SECURITY, fillfactor=90, autovacuum_vacuum_insert_scale_factor=0.02
  account_id uuid NOT NULL
  id uuid NOT NULL
  title character varying(200) NOT NULL
  description text
  submitter_email character varying(254)
  status text NOT NULL
  source text NOT NULL
  created_at timestamp(3) with time zone NOT NULL
  updated_at timestamp(3) with time zone NOT NULL
  version integer NOT NULL DEFAULT 1
  external_id character varying(255)
  import_id uuid
  tags uuid[]
  merged_into uuid
  merged_via uuid
  duplicate_count integer NOT NULL DEFAULT 0
  request_count integer NOT NULL DEFAULT 1
  assignee uuid
  CONSTRAINT feedback_pkey PRIMARY KEY (account_id, id)
CREATE INDEX feedback_account_assignee ON public.feedback USING btree (account_id, assignee, id) WHERE (assignee IS NOT NULL)
CREATE INDEX feedback_account_duplicate ON public.feedback USING btree (account_id, id) INCLUDE (status, source) WHERE (merged_into IS NOT NULL)
CREATE INDEX feedback_account_import ON public.feedback USING btree (account_id, import_id, id) WHERE (import_id IS NOT NULL)
CREATE INDEX feedback_account_merged ON public.feedback USING btree (account_id, merged_into) WHERE (merged_into IS NOT NULL)
CREATE INDEX feedback_account_requests ON public.feedback USING btree (account_id, request_count, id)
CREATE INDEX feedback_account_source ON public.feedback USING btree (account_id, source, id) INCLUDE (status)
CREATE INDEX feedback_account_status ON public.feedback USING btree (account_id, status, id DESC)
CREATE INDEX feedback_account_title ON public.feedback USING btree (account_id, title COLLATE title_order, id)
CREATE INDEX feedback_account_updated ON public.feedback USING btree (account_id, updated_at, id)
CREATE UNIQUE INDEX feedback_account_external_id ON public.feedback USING btree (account_id, external_id) WHERE (external_id IS NOT NULL)
CREATE POLICY feedback_account USING ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid))
CREATE TRIGGER feedback_added AFTER INSERT ON public.feedback FOR EACH ROW EXECUTE FUNCTION feedback_added()
CREATE TRIGGER feedback_changed AFTER UPDATE ON public.feedback FOR EACH ROW EXECUTE FUNCTION feedback_changed()
CREATE TRIGGER feedback_removed AFTER DELETE ON public.feedback FOR EACH ROW EXECUTE FUNCTION feedback_removed()
CREATE TRIGGER feedback_removed_traces AFTER DELETE ON public.feedback REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION feedback_removed_traces()

TABLE feedback_changes FORCE ROW LEVEL SECURITY
  seq bigint NOT NULL GENERATED ALWAYS AS IDENTITY
  account_id uuid NOT NULL
  actor text NOT NULL
  kind text NOT NULL
  at timestamp(3) with time zone NOT NULL DEFAULT clock_timestamp()
  item json NOT NULL
  previous json
  CONSTRAINT feedback_changes_pkey PRIMARY KEY (seq)
CREATE POLICY feedback_changes_account USING ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid))
CREATE POLICY feedback_changes_publisher USING ((current_setting('app.publishes'::text, true) = 'on'::text))

TABLE feedback_history FORCE ROW LEVEL SECURITY
  account_id uuid NOT NULL
  item_id uuid NOT NULL
  position bigint NOT NULL
  at timestamp(3) with time zone NOT NULL
  actor text NOT NULL
  kind text NOT NULL
  version integer NOT NULL
  status_from text
  status_to text
  is_first boolean NOT NULL DEFAULT false
  changes json
  source text
  age_seconds integer
  CONSTRAINT feedback_history_pkey PRIMARY KEY (account_id, item_id, "position")
CREATE INDEX feedback_history_statuses ON public.feedback_history USING btree (account_id, at) INCLUDE (status_to, source, is_first, age_seconds) WHERE (status_to IS NOT NULL)
CREATE POLICY feedback_history_account USING ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif")))
CREATE POLICY feedback_history_publisher USING ((( SELECT current_setting('app.publishes'::text, true) AS current_setting) = 'on'::text))

TABLE feedback_notes FORCE ROW LEVEL SECURITY
  account_id uuid NOT NULL
  item_id uuid NOT NULL
  id uuid NOT NULL
  text text NOT NULL
  author text NOT NULL
  created_at timestamp(3) with time zone NOT NULL
  CONSTRAINT feedback_notes_pkey PRIMARY KEY (account_id, item_id, id)
  CONSTRAINT feedback_notes_text_length CHECK (((char_length(text) >= 1) AND (char_length(text) <= 10000)))
CREATE POLICY feedback_notes_account USING ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid))
CREATE POLICY feedback_notes_publisher USING ((current_setting('app.publishes'::text, true) = 'on'::text))

TABLE feedback_search PARTITION BY LIST (is_indexed)
  account_id uuid NOT NULL
  id uuid NOT NULL
  text text NOT NULL
  submitter_email character varying(254)
  is_indexed boolean NOT NULL DEFAULT false

TABLE feedback_search_indexed autovacuum_vacuum_insert_scale_factor=0.02
  account_id uuid NOT NULL
  id uuid NOT NULL
  text text NOT NULL
  submitter_email character varying(254)
  is_indexed boolean NOT NULL DEFAULT true
  CONSTRAINT feedback_search_pkey PRIMARY KEY (account_id, id)
CREATE INDEX feedback_search_email ON public.feedback_search_indexed USING btree (account_id, submitter_email, id) WHERE (submitter_email IS NOT NULL)
CREATE INDEX feedback_search_text ON public.feedback_search_indexed USING gin (account_id, text gin_trgm_ops) WITH (fastupdate='on', gin_pending_list_limit='1048576')

TABLE feedback_search_newest
  account_id uuid NOT NULL
  id uuid NOT NULL
  text text NOT NULL
  submitter_email character varying(254)
  is_indexed boolean NOT NULL DEFAULT false
  CONSTRAINT feedback_search_newest_pkey PRIMARY KEY (account_id, id)

TABLE feedback_tags FORCE ROW LEVEL SECURITY
  account_id uuid NOT NULL
  tag_id uuid NOT NULL
  id uuid NOT NULL
  status text NOT NULL
  CONSTRAINT feedback_tags_pkey PRIMARY KEY (account_id, tag_id, id)
CREATE INDEX feedback_tags_status ON public.feedback_tags USING btree (account_id, tag_id, status, id)
CREATE POLICY feedback_tags_account USING ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid))

TABLE former_members
  account_id uuid NOT NULL
  person_id uuid NOT NULL
  name character varying(100) NOT NULL
  CONSTRAINT former_members_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
  CONSTRAINT former_members_pkey PRIMARY KEY (account_id, person_id)

TABLE idempotency_items FORCE ROW LEVEL SECURITY
  account_id uuid NOT NULL
  item_id uuid NOT NULL
  client uuid NOT NULL
  key character varying(255) NOT NULL
  CONSTRAINT idempotency_items_pkey PRIMARY KEY (account_id, client, key, item_id)
  CONSTRAINT idempotency_items_record_fkey FOREIGN KEY (account_id, client, key) REFERENCES idempotency_records(account_id, client, key) ON DELETE CASCADE
CREATE INDEX idempotency_items_item ON public.idempotency_items USING btree (account_id, item_id)
CREATE POLICY idempotency_items_account USING ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid))

TABLE idempotency_records FORCE ROW LEVEL SECURITY
  account_id uuid NOT NULL
  client uuid NOT NULL
  key character varying(255) NOT NULL
  fingerprint text NOT NULL
  answer text
  created_at timestamp(3) with time zone NOT NULL
  CONSTRAINT idempotency_records_pkey PRIMARY KEY (account_id, client, key)
CREATE INDEX idempotency_records_created_at ON public.idempotency_records USING btree (created_at)
CREATE POLICY idempotency_records_account USING ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid))
CREATE POLICY idempotency_records_ended USING ((created_at <= (NULLIF(current_setting('app.ended_at'::text, true), ''::text))::timestamp with time zone)) WITH CHECK (false)

TABLE imports FORCE ROW LEVEL SECURITY
  account_id uuid NOT NULL
  id uuid NOT NULL
  created_at timestamp(3) with time zone NOT NULL
  created integer NOT NULL
  CONSTRAINT imports_pkey PRIMARY KEY (account_id, id)
CREATE POLICY imports_account USING ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid))

TABLE invitations
  account_id uuid NOT NULL
  id uuid NOT NULL
  digest bytea NOT NULL
  role text NOT NULL
  email character varying(254)
  created_by uuid NOT NULL
  created_at timestamp(3) with time zone NOT NULL
  expires_at timestamp(3) with time zone NOT NULL
  CONSTRAINT invitations_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
  CONSTRAINT invitations_digest_length CHECK ((octet_length(digest) = 32))
  CONSTRAINT invitations_pkey PRIMARY KEY (account_id, id)
  CONSTRAINT invitations_role_known CHECK ((role = ANY (ARRAY['viewer'::text, 'editor'::text, 'admin'::text, 'owner'::text])))
CREATE UNIQUE INDEX invitations_digest ON public.invitations USING btree (digest)

TABLE mail_outbox
  id uuid NOT NULL
  account_id uuid
  kind text NOT NULL
  sealed bytea
  status text NOT NULL
  attempts integer NOT NULL
  due_at timestamp(3) with time zone NOT NULL
  created_at timestamp(3) with time zone NOT NULL
  expires_at timestamp(3) with time zone NOT NULL
  finished_at timestamp(3) with time zone
  reason text
  turn_at timestamp(3) with time zone NOT NULL DEFAULT now()
  topic text
  CONSTRAINT mail_outbox_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
  CONSTRAINT mail_outbox_content CHECK (((status = 'pending'::text) = (sealed IS NOT NULL)))
  CONSTRAINT mail_outbox_finished CHECK (((status = 'pending'::text) = (finished_at IS NULL)))
  CONSTRAINT mail_outbox_pkey PRIMARY KEY (id)
  CONSTRAINT mail_outbox_status_known CHECK ((status = ANY (ARRAY['pending'::text, 'sent'::text, 'failed'::text, 'expired'::text])))
CREATE INDEX mail_outbox_account_id ON public.mail_outbox USING btree (account_id)
CREATE INDEX mail_outbox_account_turns ON public.mail_outbox USING btree (account_id, turn_at) WHERE (status = 'pending'::text)
CREATE INDEX mail_outbox_due ON public.mail_outbox USING btree (due_at, id) WHERE (status = 'pending'::text)
CREATE INDEX mail_outbox_due_links ON public.mail_outbox USING btree (due_at, id) WHERE ((status = 'pending'::text) AND (kind = ANY (ARRAY['password_reset'::text, 'email_confirmation'::text])))
CREATE INDEX mail_outbox_due_others ON public.mail_outbox USING btree (due_at) WHERE ((status = 'pending'::text) AND (kind <> ALL (ARRAY['password_reset'::text, 'email_confirmation'::text, 'digest'::text])))
CREATE INDEX mail_outbox_finished_at ON public.mail_outbox USING btree (finished_at)
CREATE INDEX mail_outbox_topics ON public.mail_outbox USING btree (topic) WHERE ((status = 'pending'::text) AND (topic IS NOT NULL))
CREATE INDEX mail_outbox_turns ON public.mail_outbox USING btree (turn_at, id) WHERE ((status = 'pending'::text) AND (kind <> ALL (ARRAY['password_reset'::text, 'email_confirmation'::text, 'digest'::text])))

TABLE memberships
  account_id uuid NOT NULL
  person_id uuid NOT NULL
  role text NOT NULL
  created_at timestamp(3) with time zone NOT NULL
  CONSTRAINT memberships_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
  CONSTRAINT memberships_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE
  CONSTRAINT memberships_pkey PRIMARY KEY (account_id, person_id)
  CONSTRAINT memberships_role_known CHECK ((role = ANY (ARRAY['viewer'::text, 'editor'::text, 'admin'::text, 'owner'::text])))
CREATE INDEX memberships_person_id ON public.memberships USING btree (person_id)
CREATE TRIGGER memberships_followed AFTER INSERT OR DELETE OR UPDATE OF role ON public.memberships FOR EACH ROW EXECUTE FUNCTION follow_member()

TABLE notification_settings FORCE ROW LEVEL SECURITY
  account_id uuid NOT NULL
  person_id uuid NOT NULL
  new_feedback_in_app boolean NOT NULL
  new_feedback_mail text NOT NULL
  new_feedback_view uuid
  assigned_mail text NOT NULL
  mentioned_mail text NOT NULL
  quarantine_mail text NOT NULL
  time_zone text NOT NULL
  service_mail text NOT NULL DEFAULT 'immediately'::text
  feedback_since bigint NOT NULL DEFAULT 0
  feedback_checked_at timestamp(3) with time zone NOT NULL DEFAULT '-infinity'::timestamp with time zone
  feedback_due_at timestamp(3) with time zone NOT NULL DEFAULT '-infinity'::timestamp with time zone
  digest_due_at timestamp(3) with time zone NOT NULL DEFAULT '-infinity'::timestamp with time zone
  mail_claimed_until timestamp(3) with time zone NOT NULL DEFAULT '-infinity'::timestamp with time zone
  CONSTRAINT notification_settings_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
  CONSTRAINT notification_settings_pkey PRIMARY KEY (account_id, person_id)
CREATE INDEX notification_settings_digest_due ON public.notification_settings USING btree (digest_due_at) WHERE ((new_feedback_mail = ANY (ARRAY['daily'::text, 'weekly'::text])) OR (quarantine_mail = 'daily'::text))
CREATE INDEX notification_settings_feedback_due ON public.notification_settings USING btree (feedback_due_at) WHERE (new_feedback_mail = 'immediately'::text)
CREATE POLICY notification_settings_account USING ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid))
CREATE POLICY notification_settings_publisher USING ((current_setting('app.publishes'::text, true) = 'on'::text))

TABLE notifications FORCE ROW LEVEL SECURITY
  account_id uuid NOT NULL
  person_id uuid NOT NULL
  id uuid NOT NULL
  kind text NOT NULL
  is_merged boolean NOT NULL
  count integer NOT NULL DEFAULT 1
  item_id uuid
  subject json NOT NULL DEFAULT '{}'::json
  created_at timestamp(3) with time zone NOT NULL
  read_at timestamp(3) with time zone
  mail_due_at timestamp(3) with time zone
  CONSTRAINT notifications_pkey PRIMARY KEY (account_id, person_id, id)
CREATE INDEX notifications_created_at ON public.notifications USING btree (created_at)
CREATE INDEX notifications_item ON public.notifications USING btree (account_id, item_id) WHERE (item_id IS NOT NULL)
CREATE INDEX notifications_mail_due ON public.notifications USING btree (mail_due_at) WHERE ((mail_due_at IS NOT NULL) AND (read_at IS NULL))
CREATE INDEX notifications_newest ON public.notifications USING btree (account_id, person_id, created_at, id)
CREATE INDEX notifications_unread ON public.notifications USING btree (account_id, person_id) WHERE (read_at IS NULL)
CREATE UNIQUE INDEX notifications_merged ON public.notifications USING btree (account_id, person_id, kind) WHERE ((read_at IS NULL) AND is_merged)
CREATE POLICY notifications_account USING ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid))
CREATE POLICY notifications_ended USING ((created_at < (NULLIF(current_setting('app.ended_at'::text, true), ''::text))::timestamp with time zone)) WITH CHECK (false)
CREATE POLICY notifications_publisher USING ((current_setting('app.publishes'::text, true) = 'on'::text))

TABLE owners
  id uuid NOT NULL
  account_id uuid NOT NULL
  email character varying(254) NOT NULL
  password_hash text NOT NULL
  created_at timestamp(3) with time zone NOT NULL
  CONSTRAINT owners_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
  CONSTRAINT owners_pkey PRIMARY KEY (id)
CREATE INDEX owners_account_id ON public.owners USING btree (account_id)
CREATE UNIQUE INDEX owners_email ON public.owners USING btree (lower((email)::text))
CREATE TRIGGER owners_followed AFTER INSERT OR UPDATE OF email, password_hash ON public.owners FOR EACH ROW EXECUTE FUNCTION follow_owner()

TABLE password_resets
  person_id uuid NOT NULL
  digest bytea NOT NULL
  created_at timestamp(3) with time zone NOT NULL
  expires_at timestamp(3) with time zone NOT NULL
  CONSTRAINT password_resets_digest UNIQUE (digest)
  CONSTRAINT password_resets_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE
  CONSTRAINT password_resets_pkey PRIMARY KEY (person_id)

TABLE people
  id uuid NOT NULL
  email character varying(254) NOT NULL
  name character varying(100) NOT NULL
  password_hash text NOT NULL
  created_at timestamp(3) with time zone NOT NULL
  email_confirmed_at timestamp(3) with time zone DEFAULT now()
  CONSTRAINT people_pkey PRIMARY KEY (id)
CREATE UNIQUE INDEX people_email ON public.people USING btree (lower((email)::text))
CREATE TRIGGER people_followed AFTER UPDATE OF email, password_hash ON public.people FOR EACH ROW EXECUTE FUNCTION follow_person()

TABLE quarantined_feedback FORCE ROW LEVEL SECURITY, autovacuum_vacuum_insert_scale_factor=0.02
  account_id uuid NOT NULL
  id uuid NOT NULL
  title character varying(200) NOT NULL
  description text
  submitter_email character varying(254)
  source text NOT NULL
  reason text NOT NULL
  created_at timestamp(3) with time zone NOT NULL
  CONSTRAINT quarantined_feedback_description_length CHECK ((char_length(description) <= 10000))
  CONSTRAINT quarantined_feedback_pkey PRIMARY KEY (account_id, id)
  CONSTRAINT quarantined_feedback_reason_known CHECK ((reason = ANY (ARRAY['honeypot_filled'::text, 'token_missing'::text, 'token_forged'::text, 'token_too_young'::text, 'token_too_old'::text, 'proof_missing'::text])))
  CONSTRAINT quarantined_feedback_title_length CHECK (((char_length((title)::text) >= 1) AND (char_length((title)::text) <= 200)))
CREATE POLICY quarantined_feedback_account USING ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid))

TABLE rate_limits UNLOGGED, fillfactor=30
  key_id uuid NOT NULL
  hour_start timestamp(3) with time zone NOT NULL
  hour_count integer NOT NULL
  minute_start timestamp(3) with time zone NOT NULL
  minute_count integer NOT NULL
  admitted boolean NOT NULL DEFAULT true
  counted integer NOT NULL DEFAULT 0
  CONSTRAINT rate_limits_pkey PRIMARY KEY (key_id)

TABLE removed_accounts
  account_id uuid NOT NULL
  removed_at timestamp(3) with time zone NOT NULL
  CONSTRAINT removed_accounts_pkey PRIMARY KEY (account_id)

TABLE required_migrations
  name text NOT NULL
  CONSTRAINT required_migrations_pkey PRIMARY KEY (name)

TABLE search_index_queue
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY
  account_id uuid NOT NULL
  CONSTRAINT search_index_queue_pkey PRIMARY KEY (id)

TABLE second_factors
  person_id uuid NOT NULL
  sealed bytea NOT NULL
  confirmed_at timestamp(3) with time zone
  last_step bigint NOT NULL DEFAULT 0
  recovery_digests bytea[] NOT NULL DEFAULT '{}'::bytea[]
  CONSTRAINT second_factors_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE
  CONSTRAINT second_factors_pkey PRIMARY KEY (person_id)

TABLE security_events FORCE ROW LEVEL SECURITY
  account_id uuid NOT NULL
  id uuid NOT NULL
  type text NOT NULL
  created_at timestamp(3) with time zone NOT NULL
  actor text NOT NULL
  ip_address text
  subject_id text
  subject_name text
  CONSTRAINT security_events_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
  CONSTRAINT security_events_pkey PRIMARY KEY (account_id, id)
CREATE INDEX security_events_created_at ON public.security_events USING btree (created_at)
CREATE POLICY security_events_account USING ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid))
CREATE POLICY security_events_ended USING ((created_at < (NULLIF(current_setting('app.ended_at'::text, true), ''::text))::timestamp with time zone)) WITH CHECK (false)

TABLE sessions fillfactor=80
  id uuid NOT NULL
  account_id uuid NOT NULL
  owner_id uuid
  digest bytea NOT NULL
  created_at timestamp(3) with time zone NOT NULL
  last_seen_at timestamp(3) with time zone NOT NULL
  reauthenticated_at timestamp(3) with time zone
  user_agent character varying(300)
  person_id uuid
  CONSTRAINT sessions_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
  CONSTRAINT sessions_digest_length CHECK ((octet_length(digest) = 32))
  CONSTRAINT sessions_membership_fkey FOREIGN KEY (account_id, person_id) REFERENCES memberships(account_id, person_id) ON DELETE CASCADE
  CONSTRAINT sessions_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES owners(id) ON DELETE SET NULL
  CONSTRAINT sessions_pkey PRIMARY KEY (id)
CREATE INDEX sessions_account_id ON public.sessions USING btree (account_id)
CREATE INDEX sessions_owner_id ON public.sessions USING btree (owner_id)
CREATE INDEX sessions_person_id ON public.sessions USING btree (person_id)
CREATE UNIQUE INDEX sessions_digest ON public.sessions USING btree (digest)
CREATE TRIGGER sessions_person BEFORE INSERT OR UPDATE OF account_id ON public.sessions FOR EACH ROW EXECUTE FUNCTION session_person()

TABLE shared_secrets
  name text NOT NULL
  secret bytea
  sealed bytea
  CONSTRAINT shared_secrets_pkey PRIMARY KEY (name)

TABLE sign_in_attempts UNLOGGED, fillfactor=70
  name uuid NOT NULL
  count integer NOT NULL
  last_at timestamp(3) with time zone NOT NULL
  expires_at timestamp(3) with time zone NOT NULL
  CONSTRAINT sign_in_attempts_pkey PRIMARY KEY (name)

TABLE sign_in_challenges
  digest bytea NOT NULL
  account_id uuid NOT NULL
  person_id uuid NOT NULL
  password_digest bytea NOT NULL
  expires_at timestamp(3) with time zone NOT NULL
  CONSTRAINT sign_in_challenges_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE
  CONSTRAINT sign_in_challenges_pkey PRIMARY KEY (digest)
CREATE INDEX sign_in_challenges_person_id ON public.sign_in_challenges USING btree (person_id)

TABLE tags FORCE ROW LEVEL SECURITY
  account_id uuid NOT NULL
  id uuid NOT NULL
  name character varying(40) NOT NULL
  key text COLLATE "C" NOT NULL
  color text NOT NULL
  CONSTRAINT tags_pkey PRIMARY KEY (account_id, id)
CREATE UNIQUE INDEX tags_account_key ON public.tags USING btree (account_id, key)
CREATE POLICY tags_account USING ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid))

TABLE views FORCE ROW LEVEL SECURITY
  account_id uuid NOT NULL
  id uuid NOT NULL
  owner_id uuid NOT NULL
  name character varying(60) NOT NULL
  parameters jsonb NOT NULL
  position integer NOT NULL
  CONSTRAINT views_pkey PRIMARY KEY (account_id, id)
CREATE POLICY views_account USING ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid))

TABLE webhook_deliveries FORCE ROW LEVEL SECURITY
  endpoint_id uuid NOT NULL
  id uuid NOT NULL
  account_id uuid NOT NULL
  event_id uuid NOT NULL
  event_position bigint
  event_type text NOT NULL
  status text NOT NULL DEFAULT 'pending'::text
  due_at timestamp(3) with time zone
  is_claimed boolean NOT NULL DEFAULT false
  attempts jsonb NOT NULL DEFAULT '[]'::jsonb
  tries integer NOT NULL DEFAULT 0
  has_succeeded boolean NOT NULL DEFAULT false
  created_at timestamp(3) with time zone NOT NULL DEFAULT clock_timestamp()
  CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (endpoint_id, id)
CREATE INDEX webhook_deliveries_created ON public.webhook_deliveries USING brin (created_at)
CREATE INDEX webhook_deliveries_due ON public.webhook_deliveries USING btree (endpoint_id, due_at, event_position) WHERE (status = 'pending'::text)
CREATE UNIQUE INDEX webhook_deliveries_event ON public.webhook_deliveries USING btree (event_id, endpoint_id)
CREATE POLICY webhook_deliveries_account USING ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid))
CREATE POLICY webhook_deliveries_publisher USING ((current_setting('app.publishes'::text, true) = 'on'::text))

TABLE webhook_endpoints FORCE ROW LEVEL SECURITY
  id uuid NOT NULL
  account_id uuid NOT NULL
  url text NOT NULL
  events text[] NOT NULL
  payload text NOT NULL
  signature text NOT NULL
  description text
  status text NOT NULL
  disabled_reason text
  header_names text[] NOT NULL
  public_key text
  sealed bytea NOT NULL
  previous_key_expires_at timestamp(3) with time zone
  created_by text NOT NULL
  created_at timestamp(3) with time zone NOT NULL
  updated_at timestamp(3) with time zone NOT NULL
  consecutive_failures integer NOT NULL DEFAULT 0
  failing_since timestamp(3) with time zone
  last_success_at timestamp(3) with time zone
  last_failure_at timestamp(3) with time zone
  CONSTRAINT webhook_endpoints_pkey PRIMARY KEY (id)
CREATE INDEX webhook_endpoints_account ON public.webhook_endpoints USING btree (account_id)
CREATE POLICY webhook_endpoints_account USING ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid))
CREATE POLICY webhook_endpoints_publisher USING ((current_setting('app.publishes'::text, true) = 'on'::text))

TABLE webhook_hours FORCE ROW LEVEL SECURITY
  endpoint_id uuid NOT NULL
  hour timestamp(3) with time zone NOT NULL
  account_id uuid NOT NULL
  succeeded integer NOT NULL
  failed integer NOT NULL
  duration_ms bigint NOT NULL
  CONSTRAINT webhook_hours_pkey PRIMARY KEY (endpoint_id, hour)
CREATE POLICY webhook_hours_account USING ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid))
CREATE POLICY webhook_hours_publisher USING ((current_setting('app.publishes'::text, true) = 'on'::text))
