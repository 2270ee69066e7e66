CREATE TABLE "widget_pages" (
	"workspace_id" uuid NOT NULL,
	"page_url" text NOT NULL,
	"first_seen_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "widget_pages_workspace_id_page_url_pk" PRIMARY KEY("workspace_id","page_url")
);
--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "widget_allowed_origins" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
-- What drizzle-kit cannot express: the workspace it belongs to, and row-level security as for every tenant table.
ALTER TABLE "widget_pages" ADD CONSTRAINT "widget_pages_workspace" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE "widget_pages" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "widget_pages" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY tenant ON "widget_pages" TO answerloom_app USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid) WITH CHECK (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);
--> statement-breakpoint
CREATE POLICY system ON "widget_pages" TO answerloom_system USING (true) WITH CHECK (true);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "widget_pages" TO answerloom_app, answerloom_system;
