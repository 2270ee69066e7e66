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
ALTER TABLE "integrations" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "integrations" ADD COLUMN "account_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "integrations" ADD COLUMN "credentials" text;--> statement-breakpoint
ALTER TABLE "integrations" ADD COLUMN "credentials_version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "integrations" ADD COLUMN "renewing_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "integrations" ADD COLUMN "chosen" jsonb;--> statement-breakpoint
ALTER TABLE "integrations" ADD COLUMN "cursor" text;--> statement-breakpoint
ALTER TABLE "integrations" ADD COLUMN "sync_every" text DEFAULT 'day' NOT NULL;--> statement-breakpoint
ALTER TABLE "integrations" ADD COLUMN "next_sync_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sources" ADD COLUMN "integration_id" uuid;--> statement-breakpoint
ALTER TABLE "sources" ADD COLUMN "external_id" text;--> statement-breakpoint
CREATE INDEX "integration_runs_newest" ON "integration_runs" USING btree ("workspace_id","integration_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "oauth_states_state" ON "oauth_states" USING btree ("state_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "integrations_type" ON "integrations" USING btree ("workspace_id","type");--> statement-breakpoint
CREATE INDEX "integrations_due" ON "integrations" USING btree ("next_sync_at");--> statement-breakpoint
CREATE UNIQUE INDEX "sources_item" ON "sources" USING btree ("workspace_id","integration_id","external_id");--> statement-breakpoint
-- What drizzle-kit cannot express: an item belongs to its integration, which is disconnected only when it has let go of
-- its items; row-level security as for every tenant table.
ALTER TABLE sources ADD CONSTRAINT sources_integration FOREIGN KEY (workspace_id, integration_id) REFERENCES integrations(workspace_id, id);
--> statement-breakpoint
do $$
declare t text;
begin
  foreach t in array array['integration_runs','oauth_states'] loop
    execute format('alter table %I add constraint %I foreign key (workspace_id) references workspaces(id) on delete cascade', t, t || '_workspace');
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant on %I to answerloom_app using (workspace_id = nullif(current_setting(''app.workspace_id'', true), '''')::uuid) with check (workspace_id = nullif(current_setting(''app.workspace_id'', true), '''')::uuid)', t);
    execute format('create policy system on %I to answerloom_system using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on %I to answerloom_app, answerloom_system', t);
  end loop;
end $$;
