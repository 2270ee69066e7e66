CREATE TABLE "model_usage" (
	"workspace_id" uuid NOT NULL,
	"day" date NOT NULL,
	"calls" integer NOT NULL,
	"input_tokens" bigint NOT NULL,
	"output_tokens" bigint NOT NULL,
	CONSTRAINT "model_usage_workspace_id_day_pk" PRIMARY KEY("workspace_id","day")
);
--> statement-breakpoint
-- What drizzle-kit cannot express: what the rows belong to, and row-level security as for every tenant table.
alter table model_usage add constraint model_usage_workspace foreign key (workspace_id) references workspaces(id) on delete cascade;
--> statement-breakpoint
alter table model_usage enable row level security;
--> statement-breakpoint
alter table model_usage force row level security;
--> statement-breakpoint
create policy tenant on model_usage to answerloom_app using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid) with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);
--> statement-breakpoint
create policy system on model_usage to answerloom_system using (true) with check (true);
--> statement-breakpoint
grant select, insert, update, delete on model_usage to answerloom_app, answerloom_system;
