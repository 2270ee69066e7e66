CREATE TABLE "mailed_links" (
	"id" uuid PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"user_id" uuid NOT NULL,
	"email" text NOT NULL,
	"sign_up" jsonb,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text,
	"public_key" text NOT NULL,
	"credential_id" text NOT NULL,
	"counter" bigint NOT NULL,
	"device_type" text NOT NULL,
	"backed_up" boolean NOT NULL,
	"transports" text,
	"aaguid" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "profiles" (
	"id" uuid PRIMARY KEY NOT NULL,
	"first_name" text DEFAULT '' NOT NULL,
	"last_name" text DEFAULT '' NOT NULL,
	"avatar_url" text,
	"trial_ends_at" timestamp with time zone,
	"has_had_trial" boolean DEFAULT false NOT NULL,
	"has_free_access" boolean DEFAULT false NOT NULL,
	"account_check_since" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"token" text NOT NULL,
	"user_id" uuid NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"google_confirmed_at" timestamp with time zone,
	"passkey_confirmed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sessions_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "sign_in_methods" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp with time zone,
	"refresh_token_expires_at" timestamp with time zone,
	"scope" text,
	"password" text,
	"email" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "two_factors" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"secret" text NOT NULL,
	"backup_codes" text NOT NULL,
	"verified" boolean DEFAULT false NOT NULL,
	"failed_verification_count" integer DEFAULT 0 NOT NULL,
	"locked_until" timestamp with time zone,
	CONSTRAINT "two_factors_user_id_unique" UNIQUE("user_id")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"two_factor_enabled" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "verifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "model_usage" (
	"workspace_id" uuid NOT NULL,
	"day" date NOT NULL,
	"calls" integer NOT NULL,
	"input_tokens" bigint NOT NULL,
	"output_tokens" bigint NOT NULL,
	"warned" boolean DEFAULT false NOT NULL,
	CONSTRAINT "model_usage_workspace_id_day_pk" PRIMARY KEY("workspace_id","day")
);
--> statement-breakpoint
CREATE TABLE "billing_notices" (
	"user_id" uuid NOT NULL,
	"notice" text NOT NULL,
	"about" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "billing_notices_user_id_notice_about_pk" PRIMARY KEY("user_id","notice","about")
);
--> statement-breakpoint
CREATE TABLE "billing_webhooks" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_records" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"user_id" uuid NOT NULL,
	"data" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"plan" text NOT NULL,
	"status" text NOT NULL,
	"current_period_start" timestamp with time zone,
	"current_period_end" timestamp with time zone,
	"cancel_at_period_end" boolean DEFAULT false NOT NULL,
	"past_due_since" timestamp with time zone,
	"pending_plan" text,
	"pending_at" timestamp with time zone,
	"provider_id" text,
	"reported_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "subscriptions_provider_id_unique" UNIQUE("provider_id")
);
--> statement-breakpoint
CREATE TABLE "dashboard_cache" (
	"workspace_id" uuid NOT NULL,
	"cache_key" text NOT NULL,
	"cache_data" jsonb NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "dashboard_cache_workspace_id_cache_key_pk" PRIMARY KEY("workspace_id","cache_key")
);
--> statement-breakpoint
CREATE TABLE "dismissed_first_steps" (
	"workspace_id" uuid PRIMARY KEY NOT NULL,
	"dismissed_by" uuid,
	"dismissed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "faq_categories" (
	"workspace_id" uuid NOT NULL,
	"name" text NOT NULL,
	"position" integer NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	CONSTRAINT "faq_categories_workspace_id_name_pk" PRIMARY KEY("workspace_id","name")
);
--> statement-breakpoint
CREATE TABLE "faq_versions" (
	"workspace_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"faq_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"content" jsonb NOT NULL,
	"restored_from" integer,
	"saved_by_kind" text NOT NULL,
	"saved_by_id" uuid,
	"saved_by_name" text NOT NULL,
	"saved_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "faq_versions_workspace_id_id_pk" PRIMARY KEY("workspace_id","id"),
	CONSTRAINT "faq_versions_number" UNIQUE("workspace_id","faq_id","version")
);
--> statement-breakpoint
CREATE TABLE "faqs" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"question" text NOT NULL,
	"answer" text NOT NULL,
	"category" text NOT NULL,
	"status" text NOT NULL,
	"display_order" integer NOT NULL,
	"normalized_question" text NOT NULL,
	"alternative_questions" text[] DEFAULT '{}' NOT NULL,
	"language" text DEFAULT '' NOT NULL,
	"slug" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "faqs_workspace_id_id_pk" PRIMARY KEY("workspace_id","id"),
	CONSTRAINT "faqs_slug" UNIQUE("workspace_id","slug")
);
--> statement-breakpoint
CREATE TABLE "trashed_faqs" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"content" jsonb NOT NULL,
	"display_order" integer NOT NULL,
	"slug" text NOT NULL,
	"version" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"deletion_id" uuid NOT NULL,
	"deleted_by_kind" text NOT NULL,
	"deleted_by_id" uuid,
	"deleted_by_name" text NOT NULL,
	"deleted_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "trashed_faqs_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
CREATE TABLE "integration_runs" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"integration_id" uuid NOT NULL,
	"type" text NOT NULL,
	"account_name" text DEFAULT '' NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"found" integer DEFAULT 0 NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"added" integer DEFAULT 0 NOT NULL,
	"updated" integer DEFAULT 0 NOT NULL,
	"unchanged" integer DEFAULT 0 NOT NULL,
	"removed" integer DEFAULT 0 NOT NULL,
	"skipped" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"problems" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "integration_runs_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
CREATE TABLE "integrations" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"type" text NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"reason" text,
	"account_name" text DEFAULT '' NOT NULL,
	"credentials" text,
	"credentials_version" integer DEFAULT 1 NOT NULL,
	"renewing_until" timestamp with time zone,
	"chosen" jsonb,
	"cursor" text,
	"sync_every" text DEFAULT 'day' NOT NULL,
	"next_sync_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_sync_at" timestamp with time zone,
	CONSTRAINT "integrations_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
CREATE TABLE "oauth_states" (
	"workspace_id" uuid NOT NULL,
	"state_hash" text NOT NULL,
	"user_id" uuid NOT NULL,
	"browser_hash" text NOT NULL,
	"type" text NOT NULL,
	"verifier" text NOT NULL,
	"return_path" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "oauth_states_workspace_id_state_hash_pk" PRIMARY KEY("workspace_id","state_hash")
);
--> statement-breakpoint
CREATE TABLE "documents" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"source_id" uuid NOT NULL,
	"name" text NOT NULL,
	"file_path" text NOT NULL,
	"file_type" text NOT NULL,
	"file_size" integer NOT NULL,
	"processed" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "documents_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
CREATE TABLE "knowledge_chunks" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"source_type" text NOT NULL,
	"source_id" uuid NOT NULL,
	"source_name" text NOT NULL,
	"content" text NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"place" text,
	"heading_path" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "knowledge_chunks_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
CREATE TABLE "sources" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"url" text,
	"content" text,
	"state" text NOT NULL,
	"reason" text,
	"progress" integer DEFAULT 0 NOT NULL,
	"chunk_count" integer DEFAULT 0 NOT NULL,
	"website_id" uuid,
	"integration_id" uuid,
	"external_id" text,
	"last_seen_at" timestamp with time zone,
	"content_hash" text,
	"marked_faqs" jsonb,
	"holds_faqs" boolean DEFAULT false NOT NULL,
	"kept_share" integer,
	"read_whole" boolean DEFAULT false NOT NULL,
	"sketch" text,
	"variant" text,
	"links" text[] DEFAULT '{}' NOT NULL,
	"moved_to" text,
	"waits_for" text,
	"settled_by" uuid,
	"priority" text DEFAULT 'normal' NOT NULL,
	"visibility" text DEFAULT 'open' NOT NULL,
	"slug" text,
	"offers_original" boolean DEFAULT false NOT NULL,
	"is_listed" boolean DEFAULT false NOT NULL,
	"etag" text,
	"last_modified" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sources_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
CREATE TABLE "website_runs" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"website_id" uuid NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"job_id" text,
	"pages_max" integer,
	"has_browser" boolean DEFAULT false NOT NULL,
	"found" integer DEFAULT 0 NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"added" integer DEFAULT 0 NOT NULL,
	"changed" integer DEFAULT 0 NOT NULL,
	"unchanged" integer DEFAULT 0 NOT NULL,
	"skipped" integer DEFAULT 0 NOT NULL,
	"removed" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "website_runs_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
CREATE TABLE "websites" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"url" text NOT NULL,
	"scope" text NOT NULL,
	"include_patterns" text[] DEFAULT '{}' NOT NULL,
	"exclude_patterns" text[] DEFAULT '{}' NOT NULL,
	"pages_max" integer,
	"content_selector" text,
	"repeated_blocks" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"sync_every" text DEFAULT 'day' NOT NULL,
	"priority" text DEFAULT 'normal' NOT NULL,
	"visibility" text DEFAULT 'open' NOT NULL,
	"next_sync_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "websites_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
CREATE TABLE "answer_tests" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"question" text NOT NULL,
	"must_contain" text[] DEFAULT '{}' NOT NULL,
	"cites_kind" text,
	"cites_id" uuid,
	"cites_title" text,
	"state" text DEFAULT 'new' NOT NULL,
	"due_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"ran_at" timestamp with time zone,
	"unavailable" boolean DEFAULT false NOT NULL,
	"since" timestamp with time zone,
	"shortfall" jsonb,
	"passing" jsonb,
	"failing" jsonb,
	"created_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"edited_at" timestamp with time zone,
	CONSTRAINT "answer_tests_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
CREATE TABLE "compared_texts" (
	"workspace_id" uuid NOT NULL,
	"entry_no" bigint NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "compared_texts_workspace_id_entry_no_pk" PRIMARY KEY("workspace_id","entry_no")
);
--> statement-breakpoint
CREATE TABLE "contradictions" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"first_hash" text NOT NULL,
	"second_hash" text NOT NULL,
	"kind" text NOT NULL,
	"first" jsonb NOT NULL,
	"second" jsonb NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"dismissed_by" text,
	"found_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "contradictions_workspace_id_id_pk" PRIMARY KEY("workspace_id","id"),
	CONSTRAINT "contradictions_pair" UNIQUE("workspace_id","first_hash","second_hash")
);
--> statement-breakpoint
CREATE TABLE "digest_mails" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"period" text NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"from_at" timestamp with time zone NOT NULL,
	"until_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "digest_mails_workspace_id_id_pk" PRIMARY KEY("workspace_id","id"),
	CONSTRAINT "digest_mails_once" UNIQUE("workspace_id","user_id","period")
);
--> statement-breakpoint
CREATE TABLE "digest_subscriptions" (
	"workspace_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"frequency" text NOT NULL,
	"time_zone" text DEFAULT 'UTC' NOT NULL,
	"next_at" timestamp with time zone,
	"covered_until" timestamp with time zone DEFAULT now() NOT NULL,
	"asked_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "digest_subscriptions_workspace_id_user_id_pk" PRIMARY KEY("workspace_id","user_id"),
	CONSTRAINT "digest_subscriptions_id" UNIQUE("id")
);
--> statement-breakpoint
CREATE TABLE "gap_questions" (
	"workspace_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"gap_id" uuid,
	"visitor_id" uuid NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"question_key" text DEFAULT '' NOT NULL,
	"language" text DEFAULT '' NOT NULL,
	"vector" "bytea",
	"vector_model" text,
	"merged_from" uuid,
	"verification" text,
	"blocker" jsonb,
	CONSTRAINT "gap_questions_workspace_id_message_id_pk" PRIMARY KEY("workspace_id","message_id")
);
--> statement-breakpoint
CREATE TABLE "gaps" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"merged_into" uuid,
	"dismiss_reason" text,
	"dismiss_note" text,
	"dismissed_by" text,
	"faq_id" uuid,
	"verification_state" text DEFAULT 'none' NOT NULL,
	"verified_at" timestamp with time zone,
	"verification_asked" integer DEFAULT 0 NOT NULL,
	"verification_failed" integer DEFAULT 0 NOT NULL,
	"answered_by" jsonb,
	"reopened_at" timestamp with time zone,
	"representative_id" uuid,
	"asked" integer DEFAULT 0 NOT NULL,
	"visitors" integer DEFAULT 0 NOT NULL,
	"last_asked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"is_corrected" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "gaps_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
CREATE TABLE "settled_suggestions" (
	"workspace_id" uuid NOT NULL,
	"question_key" text NOT NULL,
	"question" text NOT NULL,
	"outcome" text NOT NULL,
	"settled_by" text,
	"settled_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "settled_suggestions_workspace_id_question_key_pk" PRIMARY KEY("workspace_id","question_key")
);
--> statement-breakpoint
CREATE TABLE "suggested_faqs" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"source_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"question" text NOT NULL,
	"answer" text NOT NULL,
	"question_key" text NOT NULL,
	"left_out" integer DEFAULT 0 NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"covered_by_faq" uuid,
	"covered_by_key" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "suggested_faqs_workspace_id_id_pk" PRIMARY KEY("workspace_id","id"),
	CONSTRAINT "suggested_faqs_once" UNIQUE("workspace_id","source_id","question_key")
);
--> statement-breakpoint
CREATE TABLE "suggestion_readings" (
	"workspace_id" uuid NOT NULL,
	"source_id" uuid NOT NULL,
	"content_hash" text NOT NULL,
	"by_model" boolean DEFAULT false NOT NULL,
	CONSTRAINT "suggestion_readings_workspace_id_source_id_pk" PRIMARY KEY("workspace_id","source_id")
);
--> statement-breakpoint
CREATE TABLE "instance_state" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "message_replies" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"text" text NOT NULL,
	"to_email" text NOT NULL,
	"author_id" uuid,
	"author_name" text NOT NULL,
	"state" text NOT NULL,
	"failure" text,
	"then_done" boolean DEFAULT false NOT NULL,
	"attempt" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"claimed_at" timestamp with time zone,
	"sent_at" timestamp with time zone,
	CONSTRAINT "message_replies_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
CREATE TABLE "message_sources" (
	"workspace_id" uuid NOT NULL,
	"source_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	CONSTRAINT "message_sources_workspace_id_source_id_message_id_pk" PRIMARY KEY("workspace_id","source_id","message_id")
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"conversation_id" uuid NOT NULL,
	"question" text NOT NULL,
	"language" text DEFAULT '' NOT NULL,
	"answer" text NOT NULL,
	"outcome" text NOT NULL,
	"confidence" real,
	"reasons" jsonb,
	"is_small_talk" boolean DEFAULT false NOT NULL,
	"sources" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"vote" text,
	"vote_reason" text,
	"visitor_email" text,
	"visitor_note" text,
	"handoff_requested_at" timestamp with time zone,
	"handoff_notified_at" timestamp with time zone,
	"page_url" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"done_at" timestamp with time zone,
	"done_by" text,
	"faq_id" uuid,
	CONSTRAINT "messages_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
CREATE TABLE "entry_embeddings" (
	"workspace_id" uuid NOT NULL,
	"entry_no" bigint NOT NULL,
	"model" text NOT NULL,
	"dimensions" integer NOT NULL,
	"vectors" "bytea",
	CONSTRAINT "entry_embeddings_pk" PRIMARY KEY("workspace_id","entry_no","model")
);
--> statement-breakpoint
CREATE TABLE "search_changes" (
	"workspace_id" uuid NOT NULL,
	"transaction_no" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"change_no" bigint GENERATED BY DEFAULT AS IDENTITY (sequence name "search_changes_change_no_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"entry_numbers" bigint[] NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "search_changes_pk" PRIMARY KEY("workspace_id","transaction_no","change_no")
);
--> statement-breakpoint
CREATE TABLE "search_entries" (
	"workspace_id" uuid NOT NULL,
	"entry_no" bigint GENERATED BY DEFAULT AS IDENTITY (sequence name "search_entries_entry_no_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"chunk_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"source_id" uuid NOT NULL,
	"language" text NOT NULL,
	"question" text NOT NULL,
	"alternatives" text[] NOT NULL,
	"body" text NOT NULL,
	CONSTRAINT "search_entries_pk" PRIMARY KEY("workspace_id","entry_no"),
	CONSTRAINT "search_entries_chunk" UNIQUE("workspace_id","chunk_id")
);
--> statement-breakpoint
CREATE TABLE "served_embeddings" (
	"workspace_id" uuid PRIMARY KEY NOT NULL,
	"model" text NOT NULL,
	"version" bigint DEFAULT 1 NOT NULL,
	"weight" real NOT NULL,
	"reach" real,
	"fit" jsonb
);
--> statement-breakpoint
CREATE TABLE "workspace_invitations" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"invited_by" uuid,
	"expires_at" timestamp with time zone NOT NULL,
	"accepted_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "workspace_invitations_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
CREATE TABLE "workspace_transfers" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"from_user_id" uuid NOT NULL,
	"to_user_id" uuid NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "workspace_transfers_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
CREATE TABLE "widget_pages" (
	"workspace_id" uuid NOT NULL,
	"page_url" text NOT NULL,
	"first_seen_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "widget_pages_workspace_id_page_url_pk" PRIMARY KEY("workspace_id","page_url")
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" uuid,
	"actor_name" text NOT NULL,
	"action" text NOT NULL,
	"subject" text DEFAULT '' NOT NULL,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "audit_log_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"scope" text NOT NULL,
	"key_hash" text NOT NULL,
	"hint" text NOT NULL,
	"created_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone,
	CONSTRAINT "api_keys_workspace_id_id_pk" PRIMARY KEY("workspace_id","id"),
	CONSTRAINT "api_keys_key_hash_unique" UNIQUE("key_hash")
);
--> statement-breakpoint
CREATE TABLE "held_subdomains" (
	"subdomain" text PRIMARY KEY NOT NULL,
	"workspace_id" uuid,
	"held_until" timestamp with time zone NOT NULL,
	"former_owner_ids" uuid[] DEFAULT '{}' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "workspace_members" (
	"workspace_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"role" text DEFAULT 'member' NOT NULL,
	"messages_viewed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "workspace_members_workspace_id_user_id_pk" PRIMARY KEY("workspace_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "workspaces" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"subdomain" text NOT NULL,
	"billing_user_id" uuid NOT NULL,
	"website_url" text,
	"logo_url" text,
	"widget_heading" text,
	"widget_call_to_action" text,
	"widget_show_powered_by" boolean DEFAULT true NOT NULL,
	"widget_border_width" integer DEFAULT 6 NOT NULL,
	"widget_border_color" text DEFAULT '#e5e7eb' NOT NULL,
	"social_twitter" text,
	"social_facebook" text,
	"social_linkedin" text,
	"header_text_color" text DEFAULT '#ffffff' NOT NULL,
	"header_bg_type" text DEFAULT 'color' NOT NULL,
	"header_bg_color" text DEFAULT '#1f2937' NOT NULL,
	"header_bg_image_url" text,
	"header_bg_gradient_from" text DEFAULT '#1f2937' NOT NULL,
	"header_bg_gradient_to" text DEFAULT '#374151' NOT NULL,
	"header_bg_gradient_direction" text DEFAULT 'to-r' NOT NULL,
	"custom_domain" text,
	"custom_domain_status" text DEFAULT 'none' NOT NULL,
	"custom_domain_since" timestamp with time zone,
	"custom_domain_checked_at" timestamp with time zone,
	"custom_domain_problem" text,
	"search_engine_visible" boolean DEFAULT true NOT NULL,
	"contact_email" text,
	"answer_tone" text DEFAULT 'friendly' NOT NULL,
	"answer_instructions" text DEFAULT '' NOT NULL,
	"answer_level" text DEFAULT 'usual' NOT NULL,
	"small_talk_replies" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"monthly_tokens" bigint,
	"widget_allowed_origins" text[] DEFAULT '{}' NOT NULL,
	"visitor_retention_days" integer,
	"second_factor_required" boolean DEFAULT false NOT NULL,
	"content_version" bigint DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "workspaces_subdomain_unique" UNIQUE("subdomain")
);
--> statement-breakpoint
ALTER TABLE "mailed_links" ADD CONSTRAINT "mailed_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_id_users_id_fk" FOREIGN KEY ("id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_in_methods" ADD CONSTRAINT "sign_in_methods_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "two_factors" ADD CONSTRAINT "two_factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_workspace_id_source_id_sources_workspace_id_id_fk" FOREIGN KEY ("workspace_id","source_id") REFERENCES "public"."sources"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sources" ADD CONSTRAINT "sources_workspace_id_website_id_websites_workspace_id_id_fk" FOREIGN KEY ("workspace_id","website_id") REFERENCES "public"."websites"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "website_runs" ADD CONSTRAINT "website_runs_workspace_id_website_id_websites_workspace_id_id_fk" FOREIGN KEY ("workspace_id","website_id") REFERENCES "public"."websites"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entry_embeddings" ADD CONSTRAINT "entry_embeddings_entry" FOREIGN KEY ("workspace_id","entry_no") REFERENCES "public"."search_entries"("workspace_id","entry_no") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "digest_mails" ADD CONSTRAINT "digest_mails_workspace_id_user_id_digest_subscriptions_workspace_id_user_id_fk" FOREIGN KEY ("workspace_id","user_id") REFERENCES "public"."digest_subscriptions"("workspace_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gap_questions" ADD CONSTRAINT "gap_questions_workspace_id_gap_id_gaps_workspace_id_id_fk" FOREIGN KEY ("workspace_id","gap_id") REFERENCES "public"."gaps"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_replies" ADD CONSTRAINT "message_replies_workspace_id_message_id_messages_workspace_id_id_fk" FOREIGN KEY ("workspace_id","message_id") REFERENCES "public"."messages"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_sources" ADD CONSTRAINT "message_sources_workspace_id_message_id_messages_workspace_id_id_fk" FOREIGN KEY ("workspace_id","message_id") REFERENCES "public"."messages"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workspace_members" ADD CONSTRAINT "workspace_members_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mailed_links_user" ON "mailed_links" USING btree ("user_id","purpose");--> statement-breakpoint
CREATE INDEX "passkeys_user" ON "passkeys" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "passkeys_credential" ON "passkeys" USING btree ("credential_id");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sign_in_methods_user" ON "sign_in_methods" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sign_in_methods_account" ON "sign_in_methods" USING btree ("provider_id","account_id");--> statement-breakpoint
CREATE INDEX "verifications_identifier" ON "verifications" USING btree ("identifier");--> statement-breakpoint
CREATE INDEX "billing_webhooks_received" ON "billing_webhooks" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "sandbox_records_user" ON "sandbox_records" USING btree ("user_id","kind");--> statement-breakpoint
CREATE INDEX "subscriptions_user" ON "subscriptions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "faqs_order" ON "faqs" USING btree ("workspace_id","display_order");--> statement-breakpoint
CREATE INDEX "faqs_normalized" ON "faqs" USING btree ("workspace_id","normalized_question");--> statement-breakpoint
CREATE INDEX "trashed_faqs_newest" ON "trashed_faqs" USING btree ("workspace_id","deletion_id","display_order");--> statement-breakpoint
CREATE INDEX "integration_runs_newest" ON "integration_runs" USING btree ("workspace_id","integration_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "integrations_type" ON "integrations" USING btree ("workspace_id","type");--> statement-breakpoint
CREATE INDEX "integrations_due" ON "integrations" USING btree ("next_sync_at");--> statement-breakpoint
CREATE UNIQUE INDEX "oauth_states_state" ON "oauth_states" USING btree ("state_hash");--> statement-breakpoint
CREATE INDEX "knowledge_chunks_source" ON "knowledge_chunks" USING btree ("workspace_id","source_type","source_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sources_page" ON "sources" USING btree ("workspace_id","website_id","url");--> statement-breakpoint
CREATE UNIQUE INDEX "sources_item" ON "sources" USING btree ("workspace_id","integration_id","external_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sources_slug" ON "sources" USING btree ("workspace_id","slug");--> statement-breakpoint
CREATE INDEX "website_runs_newest" ON "website_runs" USING btree ("workspace_id","website_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "websites_url" ON "websites" USING btree ("workspace_id","url");--> statement-breakpoint
CREATE INDEX "websites_due" ON "websites" USING btree ("next_sync_at");--> statement-breakpoint
CREATE INDEX "answer_tests_due" ON "answer_tests" USING btree ("workspace_id","due_at");--> statement-breakpoint
CREATE INDEX "compared_texts_hash" ON "compared_texts" USING btree ("workspace_id","hash");--> statement-breakpoint
CREATE INDEX "digest_subscriptions_due" ON "digest_subscriptions" USING btree ("next_at") WHERE "digest_subscriptions"."next_at" is not null;--> statement-breakpoint
CREATE INDEX "gap_questions_gap" ON "gap_questions" USING btree ("workspace_id","gap_id","asked_at");--> statement-breakpoint
CREATE INDEX "gap_questions_key" ON "gap_questions" USING btree ("workspace_id","question_key");--> statement-breakpoint
CREATE INDEX "gap_questions_waiting" ON "gap_questions" USING btree ("workspace_id","message_id") WHERE "gap_questions"."gap_id" is null;--> statement-breakpoint
CREATE INDEX "gaps_ranked" ON "gaps" USING btree ("workspace_id","state","visitors" DESC NULLS FIRST,"last_asked_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "gaps_faq" ON "gaps" USING btree ("workspace_id","faq_id") WHERE "gaps"."faq_id" is not null;--> statement-breakpoint
CREATE INDEX "suggested_faqs_state" ON "suggested_faqs" USING btree ("workspace_id","state");--> statement-breakpoint
CREATE INDEX "suggested_faqs_key" ON "suggested_faqs" USING btree ("workspace_id","question_key");--> statement-breakpoint
CREATE INDEX "message_replies_message" ON "message_replies" USING btree ("workspace_id","message_id","id");--> statement-breakpoint
CREATE INDEX "message_replies_newest" ON "message_replies" USING btree ("workspace_id","created_at");--> statement-breakpoint
CREATE INDEX "message_sources_message" ON "message_sources" USING btree ("workspace_id","message_id");--> statement-breakpoint
CREATE INDEX "messages_newest" ON "messages" USING btree ("workspace_id","created_at","id");--> statement-breakpoint
CREATE INDEX "messages_id" ON "messages" USING btree ("id");--> statement-breakpoint
CREATE INDEX "messages_conversation" ON "messages" USING btree ("workspace_id","conversation_id","id");--> statement-breakpoint
CREATE INDEX "messages_visitor_email" ON "messages" USING btree ("workspace_id",lower("visitor_email")) WHERE "messages"."visitor_email" is not null;--> statement-breakpoint
CREATE INDEX "messages_unanswered" ON "messages" USING btree ("workspace_id","id") WHERE "messages"."outcome" <> 'answered' and "messages"."done_at" is null;--> statement-breakpoint
CREATE INDEX "messages_down_voted" ON "messages" USING btree ("workspace_id","id") WHERE "messages"."vote" = 'down' and "messages"."done_at" is null;--> statement-breakpoint
CREATE INDEX "messages_waiting" ON "messages" USING btree ("workspace_id","id") WHERE "messages"."handoff_requested_at" is not null and "messages"."done_at" is null;--> statement-breakpoint
CREATE INDEX "workspace_invitations_id" ON "workspace_invitations" USING btree ("id");--> statement-breakpoint
CREATE UNIQUE INDEX "workspace_invitations_open" ON "workspace_invitations" USING btree ("workspace_id","email") WHERE "workspace_invitations"."accepted_by" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "workspace_transfers_kind" ON "workspace_transfers" USING btree ("workspace_id","kind");--> statement-breakpoint
CREATE INDEX "workspace_members_user" ON "workspace_members" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "workspaces_billing_user" ON "workspaces" USING btree ("billing_user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "workspaces_verified_domain" ON "workspaces" USING btree ("custom_domain") WHERE "workspaces"."custom_domain_status" = 'verified';
--> statement-breakpoint
-- Written by hand: what drizzle-kit cannot express.

-- Roles.
do $$
begin
  if not exists (select from pg_roles where rolname = 'answerloom_app') then create role answerloom_app nologin; end if;
exception when duplicate_object or unique_violation then null;
end $$;
--> statement-breakpoint
do $$
begin
  if not exists (select from pg_roles where rolname = 'answerloom_system') then create role answerloom_system nologin; end if;
exception when duplicate_object or unique_violation then null;
end $$;
--> statement-breakpoint
-- An administrator may have granted the roles already, to a user who cannot grant them: the server checks that at start.
do $$
begin
  execute format('grant answerloom_app to %I', current_user);
  execute format('grant answerloom_system to %I', current_user);
exception when insufficient_privilege then null;
end $$;
--> statement-breakpoint
do $$
begin
  execute format('grant usage on schema %I to answerloom_app, answerloom_system', current_schema());
end $$;
--> statement-breakpoint
-- Counters of the rate limiter. Its keys hold no personal data in clear text.
create table rate_limits (key varchar(255) primary key, points integer not null default 0, expire bigint);
--> statement-breakpoint
-- Each row belongs to a workspace that exists.
do $$
declare t text;
begin
  foreach t in array array[
    'answer_tests', 'compared_texts', 'contradictions', 'dashboard_cache', 'digest_mails',
    'digest_subscriptions', 'dismissed_first_steps', 'documents', 'entry_embeddings', 'faq_categories',
    'faq_versions',
    'faqs', 'gap_questions', 'gaps', 'integration_runs', 'integrations', 'knowledge_chunks', 'message_replies',
    'messages', 'model_usage', 'oauth_states', 'search_changes',
    'search_entries', 'served_embeddings', 'settled_suggestions', 'sources', 'suggested_faqs', 'suggestion_readings', 'trashed_faqs',
    'website_runs', 'websites', 'widget_pages', 'workspace_invitations'
  ] loop
    execute format('alter table %I add constraint %I foreign key (workspace_id) references workspaces(id) on delete cascade', t, t || '_workspace');
  end loop;
end $$;
--> statement-breakpoint
alter table workspaces add constraint workspaces_billing_user foreign key (billing_user_id) references users(id) deferrable initially deferred;
--> statement-breakpoint
alter table workspace_members add constraint workspace_members_user_fk foreign key (user_id) references users(id) on delete cascade;
--> statement-breakpoint
alter table subscriptions add constraint subscriptions_user_fk foreign key (user_id) references users(id) on delete cascade;
--> statement-breakpoint
-- Foreign keys across features.
alter table billing_notices add constraint billing_notices_user foreign key (user_id) references users(id) on delete cascade;
--> statement-breakpoint
alter table dismissed_first_steps add constraint dismissed_first_steps_by foreign key (dismissed_by) references users(id) on delete set null;
--> statement-breakpoint
alter table workspace_invitations add constraint workspace_invitations_inviter foreign key (invited_by) references users(id) on delete set null;
--> statement-breakpoint
alter table workspace_invitations add constraint workspace_invitations_accepter foreign key (accepted_by) references users(id) on delete cascade;
--> statement-breakpoint
alter table workspace_transfers add constraint workspace_transfers_from foreign key (workspace_id, from_user_id) references workspace_members(workspace_id, user_id) on delete cascade;
--> statement-breakpoint
alter table workspace_transfers add constraint workspace_transfers_to foreign key (workspace_id, to_user_id) references workspace_members(workspace_id, user_id) on delete cascade;
--> statement-breakpoint
alter table digest_subscriptions add constraint digest_subscriptions_member foreign key (workspace_id, user_id) references workspace_members(workspace_id, user_id) on delete cascade;
--> statement-breakpoint
alter table gap_questions add constraint gap_questions_message foreign key (workspace_id, message_id) references messages(workspace_id, id) on delete cascade;
--> statement-breakpoint
alter table suggested_faqs add constraint suggested_faqs_source foreign key (workspace_id, source_id) references sources(workspace_id, id) on delete cascade;
--> statement-breakpoint
alter table suggestion_readings add constraint suggestion_readings_source foreign key (workspace_id, source_id) references sources(workspace_id, id) on delete cascade;
--> statement-breakpoint
-- An integration is disconnected only when its items are gone.
alter table sources add constraint sources_integration foreign key (workspace_id, integration_id) references integrations(workspace_id, id);
--> statement-breakpoint
alter table workspaces add constraint workspaces_visitor_retention check (visitor_retention_days > 0);
--> statement-breakpoint
alter table websites add constraint websites_pages_max check (pages_max > 0);
--> statement-breakpoint
-- Row-level security: the runtime role sees one workspace at a time, the system role sees all, and the tables' owner is
-- bound too. After SET LOCAL the setting reads '' rather than null, hence nullif.
do $$
declare t text;
begin
  foreach t in array array[
    'answer_tests', 'api_keys', 'audit_log', 'compared_texts', 'contradictions',
    'dashboard_cache', 'digest_mails', 'digest_subscriptions', 'dismissed_first_steps', 'documents',
    'entry_embeddings', 'faq_categories', 'faq_versions', 'faqs', 'gap_questions', 'gaps',
    'integration_runs', 'integrations', 'knowledge_chunks', 'message_replies', 'message_sources', 'messages',
    'model_usage', 'oauth_states', 'search_changes',
    'search_entries', 'served_embeddings', 'settled_suggestions', 'sources', 'suggested_faqs', 'suggestion_readings', 'trashed_faqs',
    'website_runs', 'websites', 'widget_pages', 'workspace_invitations', 'workspace_members',
    'workspace_transfers'
  ] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant on %I to answerloom_app using (workspace_id = nullif(current_setting(''app.workspace_id'', true), '''')::uuid) with check (workspace_id = nullif(current_setting(''app.workspace_id'', true), '''')::uuid)', t);
    execute format('create policy system on %I to answerloom_system using (true) with check (true)', t);
    if t <> 'audit_log' then
      execute format('grant select, insert, update, delete on %I to answerloom_app, answerloom_system', t);
    end if;
  end loop;
end $$;
--> statement-breakpoint
alter table workspaces enable row level security;
--> statement-breakpoint
alter table workspaces force row level security;
--> statement-breakpoint
create policy tenant on workspaces to answerloom_app using (id = nullif(current_setting('app.workspace_id', true), '')::uuid) with check (id = nullif(current_setting('app.workspace_id', true), '')::uuid);
--> statement-breakpoint
create policy system on workspaces to answerloom_system using (true) with check (true);
--> statement-breakpoint
grant select, update on workspaces to answerloom_app;
--> statement-breakpoint
grant select, insert, update, delete on
  billing_notices, billing_webhooks, held_subdomains, instance_state, mailed_links, passkeys, profiles, sandbox_records, sessions, sign_in_methods, subscriptions, two_factors, users, verifications, workspaces
  to answerloom_system;
--> statement-breakpoint
grant select, insert, update, delete on rate_limits to answerloom_app, answerloom_system;
--> statement-breakpoint
-- The audit log is append-only, for the product's roles and for the owner of the table.
grant select, insert on audit_log to answerloom_app, answerloom_system;
--> statement-breakpoint
CREATE FUNCTION keep_audit_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op = 'DELETE' THEN
    -- The log of a workspace goes with it.
    IF NOT EXISTS (SELECT FROM workspaces WHERE id = old.workspace_id) THEN RETURN old; END IF;
  END IF;
  RAISE EXCEPTION 'The audit log is only ever added to.' USING ERRCODE = 'insufficient_privilege';
END $$;
--> statement-breakpoint
create trigger audit_log_kept before update or delete on audit_log for each row execute function keep_audit_log();
--> statement-breakpoint
create trigger audit_log_not_emptied before truncate on audit_log for each statement execute function keep_audit_log();
--> statement-breakpoint
-- Notes which entries came or went, whatever statement wrote them. Nobody follows those that go with their workspace.
create function note_search_changes() returns trigger language plpgsql as $$
begin
  insert into search_changes (workspace_id, entry_numbers)
  select c.workspace_id, array_agg(c.entry_no) from changed c
  where exists (select from workspaces w where w.id = c.workspace_id) group by c.workspace_id;
  return null;
end $$;
--> statement-breakpoint
create trigger search_entries_came after insert on search_entries referencing new table as changed for each statement execute function note_search_changes();
--> statement-breakpoint
create trigger search_entries_went after delete on search_entries referencing old table as changed for each statement execute function note_search_changes();
--> statement-breakpoint
do $$
begin
  execute format('grant usage, select on all sequences in schema %I to answerloom_app, answerloom_system', current_schema());
end $$;
--> statement-breakpoint
-- What everybody may read of a workspace.
create view public_workspace_info with (security_invoker = true) as
  select id, created_at, name, subdomain, logo_url, website_url, widget_heading, widget_call_to_action, widget_show_powered_by,
    widget_border_width, widget_border_color, social_twitter, social_facebook, social_linkedin, header_text_color, header_bg_type,
    header_bg_color, header_bg_image_url, header_bg_gradient_from, header_bg_gradient_to, header_bg_gradient_direction,
    custom_domain, custom_domain_status, search_engine_visible, content_version
  from workspaces;
--> statement-breakpoint
create view workspace_messages with (security_invoker = true) as select * from messages;
--> statement-breakpoint
grant select on public_workspace_info, workspace_messages to answerloom_app, answerloom_system;
