ALTER TABLE "messages" ADD COLUMN "visitor_note" text;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "handoff_requested_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "handoff_notified_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "contact_email" text;--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "answer_tone" text DEFAULT 'friendly' NOT NULL;--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "answer_instructions" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "messages_conversation" ON "messages" USING btree ("workspace_id","conversation_id","id");--> statement-breakpoint
-- The view lists its columns as they were when it was made.
create or replace view workspace_messages with (security_invoker = true) as select * from messages;
