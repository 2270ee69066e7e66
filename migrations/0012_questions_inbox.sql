CREATE TABLE "message_replies" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"text" text NOT NULL,
	"to_email" text NOT NULL,
	"author_id" uuid,
	"author_name" text NOT NULL,
	"state" text NOT NULL,
	"failure" text,
	"then_done" boolean DEFAULT false NOT NULL,
	"attempt" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"claimed_at" timestamp with time zone,
	"sent_at" timestamp with time zone,
	CONSTRAINT "message_replies_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "done_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "done_by" text;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "faq_id" uuid;--> statement-breakpoint
ALTER TABLE "message_replies" ADD CONSTRAINT "message_replies_workspace_id_message_id_messages_workspace_id_id_fk" FOREIGN KEY ("workspace_id","message_id") REFERENCES "public"."messages"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "message_replies_message" ON "message_replies" USING btree ("workspace_id","message_id","id");--> statement-breakpoint
CREATE INDEX "message_replies_newest" ON "message_replies" USING btree ("workspace_id","created_at");--> statement-breakpoint
CREATE INDEX "messages_unanswered" ON "messages" USING btree ("workspace_id","id") WHERE "messages"."outcome" <> 'answered' and "messages"."done_at" is null;--> statement-breakpoint
CREATE INDEX "messages_down_voted" ON "messages" USING btree ("workspace_id","id") WHERE "messages"."vote" = 'down' and "messages"."done_at" is null;--> statement-breakpoint
CREATE INDEX "messages_waiting" ON "messages" USING btree ("workspace_id","id") WHERE "messages"."handoff_requested_at" is not null and "messages"."done_at" is null;
--> statement-breakpoint
-- What drizzle-kit cannot express: the workspace they belong to, row-level security as for every tenant table, and the view
-- with the new columns.
ALTER TABLE "message_replies" ADD CONSTRAINT "message_replies_workspace" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE "message_replies" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "message_replies" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY tenant ON "message_replies" TO answerloom_app USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid) WITH CHECK (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);
--> statement-breakpoint
CREATE POLICY system ON "message_replies" TO answerloom_system USING (true) WITH CHECK (true);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "message_replies" TO answerloom_app, answerloom_system;
--> statement-breakpoint
CREATE OR REPLACE VIEW workspace_messages WITH (security_invoker = true) AS SELECT * FROM messages;
