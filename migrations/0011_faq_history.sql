CREATE TABLE "faq_categories" (
	"workspace_id" uuid NOT NULL,
	"name" text NOT NULL,
	"position" integer NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	CONSTRAINT "faq_categories_workspace_id_name_pk" PRIMARY KEY("workspace_id","name")
);
--> statement-breakpoint
CREATE TABLE "faq_versions" (
	"workspace_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"faq_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"question" text NOT NULL,
	"answer" text NOT NULL,
	"category" text NOT NULL,
	"status" text NOT NULL,
	"alternative_questions" text[] DEFAULT '{}' NOT NULL,
	"restored_from" integer,
	"saved_by_kind" text NOT NULL,
	"saved_by_id" uuid,
	"saved_by_name" text NOT NULL,
	"saved_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "faq_versions_workspace_id_id_pk" PRIMARY KEY("workspace_id","id"),
	CONSTRAINT "faq_versions_number" UNIQUE("workspace_id","faq_id","version")
);
--> statement-breakpoint
CREATE TABLE "trashed_faqs" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"question" text NOT NULL,
	"answer" text NOT NULL,
	"category" text NOT NULL,
	"status" text NOT NULL,
	"display_order" integer NOT NULL,
	"alternative_questions" text[] DEFAULT '{}' NOT NULL,
	"slug" text NOT NULL,
	"version" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"deletion_id" uuid NOT NULL,
	"deleted_by_kind" text NOT NULL,
	"deleted_by_id" uuid,
	"deleted_by_name" text NOT NULL,
	"deleted_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "trashed_faqs_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
ALTER TABLE "faqs" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX "trashed_faqs_newest" ON "trashed_faqs" USING btree ("workspace_id","deletion_id","display_order");
--> statement-breakpoint
-- What drizzle-kit cannot express: the workspace they belong to, and row-level security as for every tenant table.
do $$
declare t text;
begin
  foreach t in array array['faq_categories','faq_versions','trashed_faqs'] loop
    execute format('alter table %I add constraint %I foreign key (workspace_id) references workspaces(id) on delete cascade', t, t || '_workspace');
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant on %I to answerloom_app using (workspace_id = nullif(current_setting(''app.workspace_id'', true), '''')::uuid) with check (workspace_id = nullif(current_setting(''app.workspace_id'', true), '''')::uuid)', t);
    execute format('create policy system on %I to answerloom_system using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on %I to answerloom_app, answerloom_system', t);
  end loop;
end $$;
--> statement-breakpoint
-- What is there already begins its history now; who wrote it is not known.
insert into faq_versions (workspace_id, faq_id, version, question, answer, category, status, alternative_questions, saved_by_kind, saved_by_name, saved_at)
select workspace_id, id, version, question, answer, category, status, alternative_questions, 'system', 'Answerloom', updated_at from faqs;
