CREATE TABLE "faq_votes" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"faq_id" uuid NOT NULL,
	"vote" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "faq_votes_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
CREATE INDEX "faq_votes_faq" ON "faq_votes" USING btree ("workspace_id","faq_id","created_at");
--> statement-breakpoint
-- Votes go with their FAQ.
alter table faq_votes add constraint faq_votes_faq_fk foreign key (workspace_id, faq_id) references faqs(workspace_id, id) on delete cascade;
--> statement-breakpoint
alter table faq_votes add constraint faq_votes_workspace foreign key (workspace_id) references workspaces(id) on delete cascade;
--> statement-breakpoint
alter table faq_votes enable row level security;
--> statement-breakpoint
alter table faq_votes force row level security;
--> statement-breakpoint
create policy tenant on faq_votes to answerloom_app using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid) with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);
--> statement-breakpoint
create policy system on faq_votes to answerloom_system using (true) with check (true);
--> statement-breakpoint
grant select, insert, update, delete on faq_votes to answerloom_app, answerloom_system;
