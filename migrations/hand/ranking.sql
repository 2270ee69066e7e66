-- Ranking: what drizzle-kit cannot express. Runs after the generated tables exist.

-- Candidate selection reads (term → entry_no, impact) from the index alone.
alter table postings drop constraint postings_pk;
alter table postings add constraint postings_pk primary key (workspace_id, term, entry_no) include (impact);
