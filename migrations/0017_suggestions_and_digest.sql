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
CREATE TABLE "settled_suggestions" (
	"workspace_id" uuid NOT NULL,
	"sense" text NOT NULL,
	"question" text NOT NULL,
	"outcome" text NOT NULL,
	"settled_by" text,
	"settled_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "settled_suggestions_workspace_id_sense_pk" PRIMARY KEY("workspace_id","sense")
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
	"sense" text NOT NULL,
	"left_out" integer DEFAULT 0 NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"covered_by_faq" uuid,
	"covered_by_sense" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "suggested_faqs_workspace_id_id_pk" PRIMARY KEY("workspace_id","id"),
	CONSTRAINT "suggested_faqs_once" UNIQUE("workspace_id","source_id","sense")
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
ALTER TABLE "sources" ADD COLUMN "marked_faqs" jsonb;--> statement-breakpoint
ALTER TABLE "digest_mails" ADD CONSTRAINT "digest_mails_workspace_id_user_id_digest_subscriptions_workspace_id_user_id_fk" FOREIGN KEY ("workspace_id","user_id") REFERENCES "public"."digest_subscriptions"("workspace_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "digest_subscriptions_due" ON "digest_subscriptions" USING btree ("next_at") WHERE "digest_subscriptions"."next_at" is not null;--> statement-breakpoint
CREATE INDEX "suggested_faqs_state" ON "suggested_faqs" USING btree ("workspace_id","state");--> statement-breakpoint
CREATE INDEX "suggested_faqs_sense" ON "suggested_faqs" USING btree ("workspace_id","sense");--> statement-breakpoint
-- What drizzle-kit cannot express: what goes with its source, and with a membership.
ALTER TABLE digest_subscriptions ADD CONSTRAINT digest_subscriptions_member FOREIGN KEY (workspace_id, user_id) REFERENCES workspace_members(workspace_id, user_id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE suggested_faqs ADD CONSTRAINT suggested_faqs_source FOREIGN KEY (workspace_id, source_id) REFERENCES sources(workspace_id, id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE suggestion_readings ADD CONSTRAINT suggestion_readings_source FOREIGN KEY (workspace_id, source_id) REFERENCES sources(workspace_id, id) ON DELETE CASCADE;
--> statement-breakpoint
-- Row-level security as for every tenant table.
do $$
declare t text;
begin
  foreach t in array array['suggested_faqs','settled_suggestions','suggestion_readings','digest_subscriptions','digest_mails'] loop
    execute format('alter table %I add constraint %I foreign key (workspace_id) references workspaces(id) on delete cascade', t, t || '_workspace');
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant on %I to answerloom_app using (workspace_id = nullif(current_setting(''app.workspace_id'', true), '''')::uuid) with check (workspace_id = nullif(current_setting(''app.workspace_id'', true), '''')::uuid)', t);
    execute format('create policy system on %I to answerloom_system using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on %I to answerloom_app, answerloom_system', t);
  end loop;
end $$;
