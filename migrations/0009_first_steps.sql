CREATE TABLE "dismissed_first_steps" (
	"workspace_id" uuid PRIMARY KEY NOT NULL,
	"dismissed_by" uuid,
	"dismissed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
-- What drizzle-kit cannot express: the workspace it belongs to, and row-level security as for every tenant table.
ALTER TABLE "dismissed_first_steps" ADD CONSTRAINT "dismissed_first_steps_workspace" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE "dismissed_first_steps" ADD CONSTRAINT "dismissed_first_steps_by" FOREIGN KEY ("dismissed_by") REFERENCES "users"("id") ON DELETE SET NULL;
--> statement-breakpoint
ALTER TABLE "dismissed_first_steps" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "dismissed_first_steps" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY tenant ON "dismissed_first_steps" TO answerloom_app USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid) WITH CHECK (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);
--> statement-breakpoint
CREATE POLICY system ON "dismissed_first_steps" TO answerloom_system USING (true) WITH CHECK (true);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "dismissed_first_steps" TO answerloom_app, answerloom_system;
