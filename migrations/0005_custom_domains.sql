ALTER TABLE "workspaces" ADD COLUMN "custom_domain_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "custom_domain_checked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "custom_domain_problem" text;--> statement-breakpoint
CREATE UNIQUE INDEX "workspaces_verified_domain" ON "workspaces" USING btree ("custom_domain") WHERE "workspaces"."custom_domain_status" = 'verified';