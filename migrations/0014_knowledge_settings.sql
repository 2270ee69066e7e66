CREATE TABLE "message_sources" (
	"workspace_id" uuid NOT NULL,
	"source_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	CONSTRAINT "message_sources_workspace_id_source_id_message_id_pk" PRIMARY KEY("workspace_id","source_id","message_id")
);
--> statement-breakpoint
ALTER TABLE "sources" ADD COLUMN "sketch" text;--> statement-breakpoint
ALTER TABLE "sources" ADD COLUMN "priority" text DEFAULT 'normal' NOT NULL;--> statement-breakpoint
ALTER TABLE "sources" ADD COLUMN "visibility" text DEFAULT 'linked' NOT NULL;--> statement-breakpoint
ALTER TABLE "website_runs" ADD COLUMN "added" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "website_runs" ADD COLUMN "skipped" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "websites" ADD COLUMN "pages_max" integer;--> statement-breakpoint
ALTER TABLE "websites" ADD COLUMN "sync_every" text DEFAULT 'day' NOT NULL;--> statement-breakpoint
ALTER TABLE "websites" ADD COLUMN "priority" text DEFAULT 'normal' NOT NULL;--> statement-breakpoint
ALTER TABLE "websites" ADD COLUMN "visibility" text DEFAULT 'linked' NOT NULL;--> statement-breakpoint
ALTER TABLE "message_sources" ADD CONSTRAINT "message_sources_workspace_id_message_id_messages_workspace_id_id_fk" FOREIGN KEY ("workspace_id","message_id") REFERENCES "public"."messages"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "message_sources_message" ON "message_sources" USING btree ("workspace_id","message_id");--> statement-breakpoint
-- What was added and what was read anew was counted together.
update website_runs r set added = changed, changed = 0
  where not exists (select from website_runs e where e.workspace_id = r.workspace_id and e.website_id = r.website_id and e.id < r.id);--> statement-breakpoint
-- Answers given so far, as far as what they rest on is still there.
insert into message_sources (workspace_id, source_id, message_id)
  select distinct m.workspace_id, c.source_id, m.id
  from messages m
  cross join lateral jsonb_array_elements(m.sources) as s
  join knowledge_chunks c on c.workspace_id = m.workspace_id
    and (c.id::text = s->>'id' or (c.source_type = 'faq' and c.source_id::text = s->>'id'))
  where m.outcome = 'answered';--> statement-breakpoint
-- What drizzle-kit cannot express: row-level security as for every tenant table, and values that mean something.
ALTER TABLE websites ADD CONSTRAINT websites_pages_max CHECK (pages_max > 0);--> statement-breakpoint
alter table message_sources enable row level security;--> statement-breakpoint
alter table message_sources force row level security;--> statement-breakpoint
create policy tenant on message_sources to answerloom_app using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid) with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);--> statement-breakpoint
create policy system on message_sources to answerloom_system using (true) with check (true);--> statement-breakpoint
grant select, insert, update, delete on message_sources to answerloom_app, answerloom_system;
