CREATE TABLE "page_rules" (
	"workspace_id" uuid PRIMARY KEY NOT NULL,
	"rules" jsonb NOT NULL,
	"prompts_per_day" integer NOT NULL,
	"version" integer NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);

--> statement-breakpoint
-- The row belongs to a workspace that exists, and row-level security shows one workspace at a time.
alter table page_rules add constraint page_rules_workspace foreign key (workspace_id) references workspaces(id) on delete cascade;
--> statement-breakpoint
alter table page_rules enable row level security;
--> statement-breakpoint
alter table page_rules force row level security;
--> statement-breakpoint
create policy tenant on page_rules to answerloom_app using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid) with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);
--> statement-breakpoint
create policy system on page_rules to answerloom_system using (true) with check (true);
--> statement-breakpoint
grant select, insert, update, delete on page_rules to answerloom_app, answerloom_system;
