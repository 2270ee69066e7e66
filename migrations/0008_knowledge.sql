CREATE TABLE "websites" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"url" text NOT NULL,
	"scope" text NOT NULL,
	"next_sync_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "websites_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
CREATE TABLE "website_runs" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"website_id" uuid NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"found" integer DEFAULT 0 NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"changed" integer DEFAULT 0 NOT NULL,
	"unchanged" integer DEFAULT 0 NOT NULL,
	"removed" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "website_runs_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
ALTER TABLE "sources" ADD COLUMN "progress" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sources" ADD COLUMN "website_id" uuid;--> statement-breakpoint
ALTER TABLE "sources" ADD COLUMN "last_seen_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sources" ADD COLUMN "content_hash" text;--> statement-breakpoint
ALTER TABLE "sources" ADD COLUMN "etag" text;--> statement-breakpoint
ALTER TABLE "sources" ADD COLUMN "last_modified" text;--> statement-breakpoint
ALTER TABLE "knowledge_chunks" ADD COLUMN "place" text;--> statement-breakpoint
CREATE UNIQUE INDEX "websites_url" ON "websites" USING btree ("workspace_id","url");--> statement-breakpoint
CREATE INDEX "websites_due" ON "websites" USING btree ("next_sync_at");--> statement-breakpoint
CREATE INDEX "website_runs_newest" ON "website_runs" USING btree ("workspace_id","website_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "sources_page" ON "sources" USING btree ("workspace_id","website_id","url");--> statement-breakpoint
ALTER TABLE "website_runs" ADD CONSTRAINT "website_runs_workspace_id_website_id_websites_workspace_id_id_fk" FOREIGN KEY ("workspace_id","website_id") REFERENCES "public"."websites"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sources" ADD CONSTRAINT "sources_workspace_id_website_id_websites_workspace_id_id_fk" FOREIGN KEY ("workspace_id","website_id") REFERENCES "public"."websites"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- What drizzle-kit cannot express: the workspace they belong to, and row-level security as for every tenant table.
do $$
declare t text;
begin
  foreach t in array array['websites','website_runs'] loop
    execute format('alter table %I add constraint %I foreign key (workspace_id) references workspaces(id) on delete cascade', t, t || '_workspace');
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant on %I to answerloom_app using (workspace_id = nullif(current_setting(''app.workspace_id'', true), '''')::uuid) with check (workspace_id = nullif(current_setting(''app.workspace_id'', true), '''')::uuid)', t);
    execute format('create policy system on %I to answerloom_system using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on %I to answerloom_app, answerloom_system', t);
  end loop;
end $$;
--> statement-breakpoint
-- What was there is as it was last written.
update sources set last_seen_at = updated_at;
