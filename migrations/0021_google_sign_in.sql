ALTER TABLE "sign_in_methods" ADD COLUMN "email" text;--> statement-breakpoint
CREATE UNIQUE INDEX "sign_in_methods_account" ON "sign_in_methods" USING btree ("provider_id","account_id");
