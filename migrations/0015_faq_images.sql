CREATE TABLE "faq_images" (
	"workspace_id" uuid NOT NULL,
	"name" text NOT NULL,
	"size" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "faq_images_workspace_id_name_pk" PRIMARY KEY("workspace_id","name")
);
--> statement-breakpoint
CREATE INDEX "faq_images_created" ON "faq_images" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "faqs_with_images" ON "faqs" USING btree ("workspace_id") WHERE answer like '%/files/images/%' and status = 'published';
--> statement-breakpoint
-- Each row belongs to a workspace that exists, and is visible in it alone.
alter table faq_images add constraint faq_images_workspace foreign key (workspace_id) references workspaces(id) on delete cascade;
--> statement-breakpoint
alter table faq_images enable row level security;
--> statement-breakpoint
alter table faq_images force row level security;
--> statement-breakpoint
create policy tenant on faq_images to answerloom_app using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid) with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);
--> statement-breakpoint
create policy system on faq_images to answerloom_system using (true) with check (true);
--> statement-breakpoint
grant select, insert, update, delete on faq_images to answerloom_app, answerloom_system;
