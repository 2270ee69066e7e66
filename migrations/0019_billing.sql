CREATE TABLE "billing_notices" (
	"user_id" uuid NOT NULL,
	"notice" text NOT NULL,
	"about" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "billing_notices_user_id_notice_about_pk" PRIMARY KEY("user_id","notice","about")
);
--> statement-breakpoint
CREATE TABLE "billing_webhooks" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_records" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"user_id" uuid NOT NULL,
	"data" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "pending_plan" text;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "pending_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "reported_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "billing_webhooks_received" ON "billing_webhooks" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "sandbox_records_user" ON "sandbox_records" USING btree ("user_id","kind");--> statement-breakpoint
-- What drizzle-kit cannot express. Billing is a person's, not a workspace's: the role that is bound to one workspace has
-- no business with it.
ALTER TABLE "billing_notices" ADD CONSTRAINT "billing_notices_user" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "billing_notices", "billing_webhooks", "sandbox_records" TO answerloom_system;
