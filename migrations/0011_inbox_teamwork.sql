CREATE TABLE "message_notes" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"text" text NOT NULL,
	"author_name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "message_notes_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
CREATE TABLE "saved_replies" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "saved_replies_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "assignee_id" uuid;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "snoozed_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "message_notes" ADD CONSTRAINT "message_notes_message" FOREIGN KEY ("workspace_id","message_id") REFERENCES "public"."messages"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "message_notes_message" ON "message_notes" USING btree ("workspace_id","message_id","id");--> statement-breakpoint
CREATE INDEX "messages_snoozed" ON "messages" USING btree ("workspace_id","id") WHERE "messages"."snoozed_until" is not null and "messages"."done_at" is null;--> statement-breakpoint
CREATE INDEX "messages_assignee" ON "messages" USING btree ("workspace_id","assignee_id","id") WHERE "messages"."assignee_id" is not null;
--> statement-breakpoint
-- A question of a member who leaves the team is assigned to no one.
alter table messages add constraint messages_assignee_member foreign key (workspace_id, assignee_id) references workspace_members(workspace_id, user_id) on delete set null (assignee_id);
--> statement-breakpoint
-- The view names the columns that its table had when it was created.
create or replace view workspace_messages with (security_invoker = true) as select * from messages;
--> statement-breakpoint
-- Each row belongs to a workspace that exists, and is seen in it alone.
do $$
declare t text;
begin
  foreach t in array array['message_notes', 'saved_replies'] loop
    execute format('alter table %I add constraint %I foreign key (workspace_id) references workspaces(id) on delete cascade', t, t || '_workspace');
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant on %I to answerloom_app using (workspace_id = nullif(current_setting(''app.workspace_id'', true), '''')::uuid) with check (workspace_id = nullif(current_setting(''app.workspace_id'', true), '''')::uuid)', t);
    execute format('create policy system on %I to answerloom_system using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on %I to answerloom_app, answerloom_system', t);
  end loop;
end $$;
