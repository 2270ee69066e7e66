ALTER TABLE "workspaces" ADD COLUMN "page_layout" text DEFAULT 'list' NOT NULL;
--> statement-breakpoint
-- What everybody may read of a workspace, with the layout of its public page.
create or replace view public_workspace_info with (security_invoker = true) as
  select id, created_at, name, subdomain, logo_url, website_url, widget_heading, widget_call_to_action, widget_show_powered_by,
    widget_border_width, widget_border_color, social_twitter, social_facebook, social_linkedin, header_text_color, header_bg_type,
    header_bg_color, header_bg_image_url, header_bg_gradient_from, header_bg_gradient_to, header_bg_gradient_direction,
    custom_domain, custom_domain_status, search_engine_visible, content_version, page_layout
  from workspaces;
