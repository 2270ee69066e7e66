CREATE TABLE "blocked_sources" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"question" text NOT NULL,
	"question_key" text NOT NULL,
	"kind" text NOT NULL,
	"source_id" uuid NOT NULL,
	"title" text NOT NULL,
	"blocked_by" text,
	"blocked_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "blocked_sources_workspace_id_id_pk" PRIMARY KEY("workspace_id","id"),
	CONSTRAINT "blocked_sources_pair" UNIQUE("workspace_id","question_key","source_id")
);
--> statement-breakpoint
CREATE TABLE "answer_doubts" (
	"workspace_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"doubtful_answer_id" uuid NOT NULL,
	"is_down_voted" boolean DEFAULT false NOT NULL,
	"is_handed_off" boolean DEFAULT false NOT NULL,
	"rephrased_by" uuid,
	"is_repeatable" boolean NOT NULL,
	CONSTRAINT "answer_doubts_workspace_id_message_id_pk" PRIMARY KEY("workspace_id","message_id")
);
--> statement-breakpoint
CREATE TABLE "doubtful_answers" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"question_key" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"settled_at" timestamp with time zone,
	"settled_by" text,
	"right_source" uuid,
	"answered_by" jsonb,
	"last_doubted_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "doubtful_answers_workspace_id_id_pk" PRIMARY KEY("workspace_id","id"),
	CONSTRAINT "doubtful_answers_question" UNIQUE("workspace_id","question_key")
);
--> statement-breakpoint
ALTER TABLE "answer_doubts" ADD CONSTRAINT "answer_doubts_answer_fk" FOREIGN KEY ("workspace_id","doubtful_answer_id") REFERENCES "public"."doubtful_answers"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "answer_doubts_answer" ON "answer_doubts" USING btree ("workspace_id","doubtful_answer_id","message_id");--> statement-breakpoint
alter table answer_doubts add constraint answer_doubts_message foreign key (workspace_id, message_id) references messages(workspace_id, id) on delete cascade;
--> statement-breakpoint
-- Each row belongs to a workspace that exists, and is seen in it alone.
do $$
declare t text;
begin
  foreach t in array array['answer_doubts', 'blocked_sources', 'doubtful_answers'] loop
    execute format('alter table %I add constraint %I foreign key (workspace_id) references workspaces(id) on delete cascade', t, t || '_workspace');
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant on %I to answerloom_app using (workspace_id = nullif(current_setting(''app.workspace_id'', true), '''')::uuid) with check (workspace_id = nullif(current_setting(''app.workspace_id'', true), '''')::uuid)', t);
    execute format('create policy system on %I to answerloom_system using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on %I to answerloom_app, answerloom_system', t);
  end loop;
end $$;
