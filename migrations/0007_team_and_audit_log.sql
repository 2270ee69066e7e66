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
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "workspace_invitations_id" ON "workspace_invitations" USING btree ("id");--> statement-breakpoint
CREATE UNIQUE INDEX "workspace_invitations_open" ON "workspace_invitations" USING btree ("workspace_id","email") WHERE "workspace_invitations"."accepted_by" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "workspace_transfers_kind" ON "workspace_transfers" USING btree ("workspace_id","kind");--> statement-breakpoint
-- What drizzle-kit cannot express. What somebody offers or is offered ends with their membership, without further ado.
ALTER TABLE "workspace_invitations" ADD CONSTRAINT "workspace_invitations_workspace" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE "workspace_invitations" ADD CONSTRAINT "workspace_invitations_inviter" FOREIGN KEY ("invited_by") REFERENCES "users"("id") ON DELETE SET NULL;
--> statement-breakpoint
ALTER TABLE "workspace_invitations" ADD CONSTRAINT "workspace_invitations_accepter" FOREIGN KEY ("accepted_by") REFERENCES "users"("id") ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE "workspace_transfers" ADD CONSTRAINT "workspace_transfers_from" FOREIGN KEY ("workspace_id", "from_user_id") REFERENCES "workspace_members"("workspace_id", "user_id") ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE "workspace_transfers" ADD CONSTRAINT "workspace_transfers_to" FOREIGN KEY ("workspace_id", "to_user_id") REFERENCES "workspace_members"("workspace_id", "user_id") ON DELETE CASCADE;
--> statement-breakpoint
DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY array['workspace_invitations', 'workspace_transfers', 'audit_log']
  LOOP
    EXECUTE format('alter table %I enable row level security', t);
    EXECUTE format('alter table %I force row level security', t);
    EXECUTE format('create policy tenant on %I to answerloom_app using (workspace_id = nullif(current_setting(''app.workspace_id'', true), '''')::uuid) with check (workspace_id = nullif(current_setting(''app.workspace_id'', true), '''')::uuid)', t);
    EXECUTE format('create policy system on %I to answerloom_system using (true) with check (true)', t);
  END LOOP;
END $$;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "workspace_invitations", "workspace_transfers" TO answerloom_app, answerloom_system;
--> statement-breakpoint
-- The log is only ever added to: the roles of the product cannot do otherwise, and neither can the owner of the table.
GRANT SELECT, INSERT ON "audit_log" TO answerloom_app, answerloom_system;
--> statement-breakpoint
CREATE FUNCTION keep_audit_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op = 'DELETE' THEN
    -- A workspace takes its log along.
    IF NOT EXISTS (SELECT FROM workspaces WHERE id = old.workspace_id) THEN RETURN old; END IF;
  END IF;
  RAISE EXCEPTION 'The audit log is only ever added to.' USING ERRCODE = 'insufficient_privilege';
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_log_kept BEFORE UPDATE OR DELETE ON "audit_log" FOR EACH ROW EXECUTE FUNCTION keep_audit_log();
--> statement-breakpoint
CREATE TRIGGER audit_log_not_emptied BEFORE TRUNCATE ON "audit_log" FOR EACH STATEMENT EXECUTE FUNCTION keep_audit_log();
