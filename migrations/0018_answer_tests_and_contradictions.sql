CREATE TABLE "answer_tests" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"question" text NOT NULL,
	"must_contain" text[] DEFAULT '{}' NOT NULL,
	"cites_kind" text,
	"cites_id" uuid,
	"cites_title" text,
	"state" text DEFAULT 'new' NOT NULL,
	"due_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"ran_at" timestamp with time zone,
	"unavailable" boolean DEFAULT false NOT NULL,
	"since" timestamp with time zone,
	"shortfall" jsonb,
	"passing" jsonb,
	"failing" jsonb,
	"created_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"edited_at" timestamp with time zone,
	CONSTRAINT "answer_tests_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
CREATE TABLE "compared_texts" (
	"workspace_id" uuid NOT NULL,
	"entry_no" bigint NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "compared_texts_workspace_id_entry_no_pk" PRIMARY KEY("workspace_id","entry_no")
);
--> statement-breakpoint
CREATE TABLE "contradictions" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"first_hash" text NOT NULL,
	"second_hash" text NOT NULL,
	"kind" text NOT NULL,
	"first" jsonb NOT NULL,
	"second" jsonb NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"dismissed_by" text,
	"found_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "contradictions_workspace_id_id_pk" PRIMARY KEY("workspace_id","id"),
	CONSTRAINT "contradictions_pair" UNIQUE("workspace_id","first_hash","second_hash")
);
--> statement-breakpoint
CREATE INDEX "answer_tests_due" ON "answer_tests" USING btree ("workspace_id","due_at");--> statement-breakpoint
CREATE INDEX "compared_texts_hash" ON "compared_texts" USING btree ("workspace_id","hash");--> statement-breakpoint
-- What drizzle-kit cannot express: what they belong to, and row-level security as for every tenant table.
do $$
declare t text;
begin
  foreach t in array array['answer_tests','compared_texts','contradictions'] loop
    execute format('alter table %I add constraint %I foreign key (workspace_id) references workspaces(id) on delete cascade', t, t || '_workspace');
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant on %I to answerloom_app using (workspace_id = nullif(current_setting(''app.workspace_id'', true), '''')::uuid) with check (workspace_id = nullif(current_setting(''app.workspace_id'', true), '''')::uuid)', t);
    execute format('create policy system on %I to answerloom_system using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on %I to answerloom_app, answerloom_system', t);
  end loop;
end $$;
