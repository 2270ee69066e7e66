-- Roles and database of Answerloom, for the administrator of a PostgreSQL server 15 or newer: a superuser, or a user who
-- may create roles and databases. Choose two passwords without quotes and run
--
--   psql -v owner_password=… -v user_password=… -f deploy/postgresql-roles.sql postgres://admin@host:5432/postgres
--
-- Neither user may create roles or databases. answerloom_owner owns the tables and migrates them (DATABASE_OWNER_URL);
-- answerloom serves (DATABASE_URL) and cannot change the schema. Both must be able to take on the two roles without
-- login, which row-level security is built on, and must inherit their rights: GRANT does that unless it says otherwise.
-- Where tokens replace passwords, leave PASSWORD out and grant the service's role, such as rds_iam, to both users.
CREATE ROLE answerloom_app NOLOGIN;
CREATE ROLE answerloom_system NOLOGIN;
CREATE ROLE answerloom_owner LOGIN PASSWORD :'owner_password';
CREATE ROLE answerloom LOGIN PASSWORD :'user_password';
GRANT answerloom_app, answerloom_system TO answerloom_owner;
GRANT answerloom_app, answerloom_system TO answerloom;
-- An administrator who is no superuser gives a database only to a role of which he is a member.
GRANT answerloom_owner TO CURRENT_USER;
CREATE DATABASE answerloom OWNER answerloom_owner;
REVOKE CREATE, TEMPORARY ON DATABASE answerloom FROM PUBLIC;
