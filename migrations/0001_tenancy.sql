-- Hand-written: what drizzle-kit cannot express. Roles, row-level security, views, cross-feature foreign keys.

-- The pgvector extension is created at start where it exists; nothing here needs it.
do $$
begin
  if not exists (select from pg_roles where rolname = 'answerloom_app') then create role answerloom_app nologin; end if;
exception when duplicate_object or unique_violation then null;
end $$;
--> statement-breakpoint
do $$
begin
  if not exists (select from pg_roles where rolname = 'answerloom_system') then create role answerloom_system nologin; end if;
exception when duplicate_object or unique_violation then null;
end $$;
--> statement-breakpoint
-- An administrator may have granted them, to a user who may not do so itself: the start checks that the grant is there.
do $$
begin
  execute format('grant answerloom_app to %I', current_user);
  execute format('grant answerloom_system to %I', current_user);
exception when insufficient_privilege then null;
end $$;
--> statement-breakpoint
do $$
begin
  execute format('grant usage on schema %I to answerloom_app, answerloom_system', current_schema());
end $$;
--> statement-breakpoint

-- Candidate selection reads (term → entry_no, impact) from the index alone.
alter table postings drop constraint postings_pk;
--> statement-breakpoint
alter table postings add constraint postings_pk primary key (workspace_id, term, entry_no) include (impact);
--> statement-breakpoint

-- The key (workspace_id, …) leads every tenant table, and each row belongs to a workspace that exists.
do $$
declare t text;
begin
  foreach t in array array['sources','documents','knowledge_chunks','faqs','messages','answer_calibrations','integrations',
    'dashboard_cache','search_entries','ranking_statistics']
  loop
    execute format('alter table %I add constraint %I foreign key (workspace_id) references workspaces(id) on delete cascade', t, t || '_workspace');
  end loop;
end $$;
--> statement-breakpoint
alter table workspaces add constraint workspaces_billing_user foreign key (billing_user_id) references users(id) deferrable initially deferred;
--> statement-breakpoint
alter table workspace_members add constraint workspace_members_user_fk foreign key (user_id) references users(id) on delete cascade;
--> statement-breakpoint
alter table subscriptions add constraint subscriptions_user_fk foreign key (user_id) references users(id) on delete cascade;
--> statement-breakpoint

-- The index's largest tables carry no foreign key (a check per posting would double the cost of writing); they follow by trigger.
create function forget_workspace_index() returns trigger language plpgsql as $$
begin
  delete from postings where workspace_id = old.id;
  delete from vocabulary where workspace_id = old.id;
  delete from frequent_terms where workspace_id = old.id;
  return old;
end $$;
--> statement-breakpoint
create trigger workspaces_forget_index after delete on workspaces for each row execute function forget_workspace_index();
--> statement-breakpoint

-- Row-level security: the runtime role sees one workspace at a time; the system role sees all; the owner is bound too.
-- After SET LOCAL the setting reads '' rather than null, hence nullif.
do $$
declare t text;
begin
  foreach t in array array['workspace_members','api_keys','sources','documents','knowledge_chunks','faqs','messages',
    'answer_calibrations','integrations','dashboard_cache','search_entries','postings','frequent_terms','vocabulary','ranking_statistics']
  loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant on %I to answerloom_app using (workspace_id = nullif(current_setting(''app.workspace_id'', true), '''')::uuid) with check (workspace_id = nullif(current_setting(''app.workspace_id'', true), '''')::uuid)', t);
    execute format('create policy system on %I to answerloom_system using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on %I to answerloom_app, answerloom_system', t);
  end loop;
end $$;
--> statement-breakpoint
alter table workspaces enable row level security;
--> statement-breakpoint
alter table workspaces force row level security;
--> statement-breakpoint
create policy tenant on workspaces to answerloom_app using (id = nullif(current_setting('app.workspace_id', true), '')::uuid) with check (id = nullif(current_setting('app.workspace_id', true), '')::uuid);
--> statement-breakpoint
create policy system on workspaces to answerloom_system using (true) with check (true);
--> statement-breakpoint
grant select, update on workspaces to answerloom_app;
--> statement-breakpoint
grant select, insert, update, delete on workspaces, held_subdomains, instance_state, users, sessions, sign_in_methods, verifications, profiles, subscriptions to answerloom_system;
--> statement-breakpoint
do $$
begin
  execute format('grant usage, select on all sequences in schema %I to answerloom_app, answerloom_system', current_schema());
end $$;
--> statement-breakpoint

-- What everybody may read of a workspace.
create view public_workspace_info with (security_invoker = true) as
  select id, created_at, name, subdomain, logo_url, website_url, widget_heading, widget_call_to_action, widget_show_powered_by,
    widget_border_width, widget_border_color, social_twitter, social_facebook, social_linkedin, header_text_color, header_bg_type,
    header_bg_color, header_bg_image_url, header_bg_gradient_from, header_bg_gradient_to, header_bg_gradient_direction,
    custom_domain, custom_domain_status, search_engine_visible, content_version
  from workspaces;
--> statement-breakpoint
create view workspace_messages with (security_invoker = true) as select * from messages;
--> statement-breakpoint
grant select on public_workspace_info, workspace_messages to answerloom_app, answerloom_system;
--> statement-breakpoint

-- Counters of the rate limiter; its key holds no personal data in clear.
create table rate_limits (key varchar(255) primary key, points integer not null default 0, expire bigint);
--> statement-breakpoint
grant select, insert, update, delete on rate_limits to answerloom_app, answerloom_system;
