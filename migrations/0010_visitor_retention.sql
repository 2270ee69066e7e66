ALTER TABLE "workspaces" ADD COLUMN "visitor_retention_days" integer;--> statement-breakpoint
ALTER TABLE workspaces ADD CONSTRAINT workspaces_visitor_retention CHECK (visitor_retention_days > 0);--> statement-breakpoint
-- A visitor's data is looked for by address, whatever its case.
CREATE INDEX messages_visitor_email ON messages (workspace_id, lower(visitor_email)) WHERE visitor_email IS NOT NULL;
