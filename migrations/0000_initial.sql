CREATE TABLE "profiles" (
	"id" uuid PRIMARY KEY NOT NULL,
	"first_name" text DEFAULT '' NOT NULL,
	"last_name" text DEFAULT '' NOT NULL,
	"avatar_url" text,
	"trial_ends_at" timestamp with time zone,
	"has_had_trial" boolean DEFAULT false NOT NULL,
	"has_free_access" boolean DEFAULT false NOT NULL,
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
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
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
CREATE TABLE "answer_calibrations" (
	"workspace_id" uuid PRIMARY KEY NOT NULL,
	"answer_threshold" real NOT NULL,
	"refuse_threshold" real NOT NULL,
	"content_version" bigint NOT NULL,
	"computed_at" timestamp with time zone DEFAULT now() NOT NULL
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
	"provider_id" text,
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
	"slug" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "faqs_workspace_id_id_pk" PRIMARY KEY("workspace_id","id"),
	CONSTRAINT "faqs_slug" UNIQUE("workspace_id","slug")
);
--> statement-breakpoint
CREATE TABLE "integrations" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"type" text NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_sync_at" timestamp with time zone,
	CONSTRAINT "integrations_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
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
	"chunk_count" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sources_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
CREATE TABLE "instance_state" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"conversation_id" uuid NOT NULL,
	"question" text NOT NULL,
	"answer" text NOT NULL,
	"outcome" text NOT NULL,
	"confidence" real,
	"sources" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"vote" text,
	"vote_reason" text,
	"visitor_email" text,
	"page_url" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "messages_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
CREATE TABLE "frequent_terms" (
	"workspace_id" uuid NOT NULL,
	"term" text collate "C" NOT NULL,
	"document_frequency" integer NOT NULL,
	CONSTRAINT "frequent_terms_pk" PRIMARY KEY("workspace_id","term")
);
--> statement-breakpoint
CREATE TABLE "postings" (
	"workspace_id" uuid NOT NULL,
	"term" text collate "C" NOT NULL,
	"entry_no" bigint NOT NULL,
	"impact" smallint NOT NULL,
	CONSTRAINT "postings_pk" PRIMARY KEY("workspace_id","term","entry_no")
);
--> statement-breakpoint
CREATE TABLE "ranking_statistics" (
	"workspace_id" uuid PRIMARY KEY NOT NULL,
	"entry_count" integer NOT NULL,
	"average_lengths" real[] NOT NULL,
	"languages" text[] NOT NULL
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
	"lengths" smallint[] NOT NULL,
	CONSTRAINT "search_entries_pk" PRIMARY KEY("workspace_id","entry_no"),
	CONSTRAINT "search_entries_chunk" UNIQUE("workspace_id","chunk_id")
);
--> statement-breakpoint
CREATE TABLE "vocabulary" (
	"workspace_id" uuid NOT NULL,
	"word" text collate "C" NOT NULL,
	"term" text collate "C" NOT NULL,
	"reversed" text collate "C" GENERATED ALWAYS AS (reverse(word)) STORED,
	CONSTRAINT "vocabulary_pk" PRIMARY KEY("workspace_id","word","term")
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
	"held_until" timestamp with time zone NOT NULL
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
	"search_engine_visible" boolean DEFAULT true NOT NULL,
	"content_version" bigint DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "workspaces_subdomain_unique" UNIQUE("subdomain")
);
--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_id_users_id_fk" FOREIGN KEY ("id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_in_methods" ADD CONSTRAINT "sign_in_methods_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_workspace_id_source_id_sources_workspace_id_id_fk" FOREIGN KEY ("workspace_id","source_id") REFERENCES "public"."sources"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workspace_members" ADD CONSTRAINT "workspace_members_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sign_in_methods_user" ON "sign_in_methods" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "verifications_identifier" ON "verifications" USING btree ("identifier");--> statement-breakpoint
CREATE INDEX "subscriptions_user" ON "subscriptions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "faqs_order" ON "faqs" USING btree ("workspace_id","display_order");--> statement-breakpoint
CREATE INDEX "faqs_normalized" ON "faqs" USING btree ("workspace_id","normalized_question");--> statement-breakpoint
CREATE INDEX "knowledge_chunks_source" ON "knowledge_chunks" USING btree ("workspace_id","source_type","source_id");--> statement-breakpoint
CREATE INDEX "messages_newest" ON "messages" USING btree ("workspace_id","created_at","id");--> statement-breakpoint
CREATE INDEX "messages_id" ON "messages" USING btree ("id");--> statement-breakpoint
CREATE INDEX "vocabulary_reversed" ON "vocabulary" USING btree ("workspace_id","reversed");--> statement-breakpoint
CREATE INDEX "workspace_members_user" ON "workspace_members" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "workspaces_billing_user" ON "workspaces" USING btree ("billing_user_id");