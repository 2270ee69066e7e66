CREATE TABLE "faq_reviews" (
	"workspace_id" uuid NOT NULL,
	"faq_id" uuid NOT NULL,
	"reviewed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"reviewed_by" text,
	CONSTRAINT "faq_reviews_workspace_id_faq_id_pk" PRIMARY KEY("workspace_id","faq_id")
);
--> statement-breakpoint
alter table faq_reviews add constraint faq_reviews_faq foreign key (workspace_id, faq_id) references faqs(workspace_id, id) on delete cascade;
--> statement-breakpoint
alter table faq_reviews add constraint faq_reviews_workspace foreign key (workspace_id) references workspaces(id) on delete cascade;
--> statement-breakpoint
alter table faq_reviews enable row level security;
--> statement-breakpoint
alter table faq_reviews force row level security;
--> statement-breakpoint
create policy tenant on faq_reviews to answerloom_app using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid) with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);
--> statement-breakpoint
create policy system on faq_reviews to answerloom_system using (true) with check (true);
--> statement-breakpoint
grant select, insert, update, delete on faq_reviews to answerloom_app, answerloom_system;
