CREATE TABLE "grouped_questions" (
	"workspace_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"group_id" uuid,
	"visitor_id" uuid NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"sense" text DEFAULT '' NOT NULL,
	"language" text DEFAULT '' NOT NULL,
	"exemplar" boolean DEFAULT false NOT NULL,
	"came_from" uuid,
	"proof" text,
	"blocker" jsonb,
	CONSTRAINT "grouped_questions_workspace_id_message_id_pk" PRIMARY KEY("workspace_id","message_id")
);
--> statement-breakpoint
CREATE TABLE "question_groups" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"merged_into" uuid,
	"dismiss_reason" text,
	"dismiss_note" text,
	"dismissed_by" text,
	"faq_id" uuid,
	"proof_state" text DEFAULT 'none' NOT NULL,
	"proved_at" timestamp with time zone,
	"proof_asked" integer DEFAULT 0 NOT NULL,
	"proof_failed" integer DEFAULT 0 NOT NULL,
	"reopened_at" timestamp with time zone,
	"representative_id" uuid,
	"asked" integer DEFAULT 0 NOT NULL,
	"visitors" integer DEFAULT 0 NOT NULL,
	"last_asked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"vector" "bytea",
	"vector_model" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "question_groups_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
CREATE TABLE "question_terms" (
	"workspace_id" uuid NOT NULL,
	"term" text collate "C" NOT NULL,
	"message_id" uuid NOT NULL,
	CONSTRAINT "question_terms_pk" PRIMARY KEY("workspace_id","term","message_id")
);
--> statement-breakpoint
ALTER TABLE "grouped_questions" ADD CONSTRAINT "grouped_questions_workspace_id_group_id_question_groups_workspace_id_id_fk" FOREIGN KEY ("workspace_id","group_id") REFERENCES "public"."question_groups"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "question_terms" ADD CONSTRAINT "question_terms_workspace_id_message_id_grouped_questions_workspace_id_message_id_fk" FOREIGN KEY ("workspace_id","message_id") REFERENCES "public"."grouped_questions"("workspace_id","message_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "grouped_questions_group" ON "grouped_questions" USING btree ("workspace_id","group_id","asked_at");--> statement-breakpoint
CREATE INDEX "grouped_questions_sense" ON "grouped_questions" USING btree ("workspace_id","sense");--> statement-breakpoint
CREATE INDEX "grouped_questions_waiting" ON "grouped_questions" USING btree ("workspace_id","message_id") WHERE "grouped_questions"."group_id" is null;--> statement-breakpoint
CREATE INDEX "question_groups_ranked" ON "question_groups" USING btree ("workspace_id","state","visitors" DESC NULLS FIRST,"last_asked_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "question_groups_faq" ON "question_groups" USING btree ("workspace_id","faq_id") WHERE "question_groups"."faq_id" is not null;--> statement-breakpoint
CREATE INDEX "question_terms_message" ON "question_terms" USING btree ("workspace_id","message_id");--> statement-breakpoint
-- What drizzle-kit cannot express: what they belong to, row-level security as for every tenant table, and a message that
-- takes its place in a group along when it goes.
ALTER TABLE grouped_questions ADD CONSTRAINT grouped_questions_message FOREIGN KEY (workspace_id, message_id) REFERENCES messages(workspace_id, id) ON DELETE CASCADE;
--> statement-breakpoint
do $$
declare t text;
begin
  foreach t in array array['question_groups','grouped_questions','question_terms'] loop
    execute format('alter table %I add constraint %I foreign key (workspace_id) references workspaces(id) on delete cascade', t, t || '_workspace');
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant on %I to answerloom_app using (workspace_id = nullif(current_setting(''app.workspace_id'', true), '''')::uuid) with check (workspace_id = nullif(current_setting(''app.workspace_id'', true), '''')::uuid)', t);
    execute format('create policy system on %I to answerloom_system using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on %I to answerloom_app, answerloom_system', t);
  end loop;
end $$;
--> statement-breakpoint
-- What was asked until now waits to be placed.
insert into grouped_questions (workspace_id, message_id, visitor_id, asked_at)
select workspace_id, id, conversation_id, created_at from messages where outcome in ('refused', 'suggested') or vote = 'down';
