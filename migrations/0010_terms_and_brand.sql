CREATE TABLE "terms_acceptances" (
	"user_id" uuid NOT NULL,
	"version" text NOT NULL,
	"accepted_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "terms_acceptances_user_id_version_pk" PRIMARY KEY("user_id","version")
);
--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "logo_dark_url" text;--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "favicon_url" text;--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "accent_color" text;--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "neutral" text DEFAULT 'warm' NOT NULL;--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "corners" text DEFAULT 'soft' NOT NULL;--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "font" text DEFAULT 'system' NOT NULL;--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "custom_css" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "terms_acceptances" ADD CONSTRAINT "terms_acceptances_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
grant select, insert, update, delete on terms_acceptances to answerloom_system;
--> statement-breakpoint
-- What everybody may read of a workspace, with the further parts of its look.
create or replace view public_workspace_info with (security_invoker = true) as
  select id, created_at, name, subdomain, logo_url, website_url, widget_heading, widget_call_to_action, widget_show_powered_by,
    widget_border_width, widget_border_color, social_twitter, social_facebook, social_linkedin, header_text_color, header_bg_type,
    header_bg_color, header_bg_image_url, header_bg_gradient_from, header_bg_gradient_to, header_bg_gradient_direction,
    custom_domain, custom_domain_status, search_engine_visible, content_version, page_layout,
    accent_color, neutral, corners, font, logo_dark_url, favicon_url, custom_css
  from workspaces;
