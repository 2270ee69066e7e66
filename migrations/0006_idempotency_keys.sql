CREATE TABLE "idempotency_keys" (
	"workspace_id" uuid NOT NULL,
	"api_key_id" uuid NOT NULL,
	"key_hash" text NOT NULL,
	"request_hash" text NOT NULL,
	"attempt" uuid NOT NULL,
	"locked_until" timestamp with time zone NOT NULL,
	"committed_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"response" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_workspace_id_api_key_id_key_hash_pk" PRIMARY KEY("workspace_id","api_key_id","key_hash")
);
--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_api_key" FOREIGN KEY ("workspace_id","api_key_id") REFERENCES "public"."api_keys"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "idempotency_keys_created" ON "idempotency_keys" USING btree ("created_at");
--> statement-breakpoint
-- Each row belongs to a workspace that exists, and row-level security shows one workspace at a time.
alter table idempotency_keys add constraint idempotency_keys_workspace foreign key (workspace_id) references workspaces(id) on delete cascade;
--> statement-breakpoint
alter table idempotency_keys enable row level security;
--> statement-breakpoint
alter table idempotency_keys force row level security;
--> statement-breakpoint
create policy tenant on idempotency_keys to answerloom_app using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid) with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);
--> statement-breakpoint
create policy system on idempotency_keys to answerloom_system using (true) with check (true);
--> statement-breakpoint
grant select, insert, update, delete on idempotency_keys to answerloom_app, answerloom_system;
