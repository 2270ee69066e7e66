import { expect, test } from 'vitest'
import { checkMigration, statementsOf } from './migrations.ts'

const found = (sql: string, name = '0001_more', version = '0.3.0') =>
  checkMigration(`migrations/${name}.sql`, sql, version).map(({ message }) => message.split(':')[0])

test('statements are separated by their delimiters only', () => {
  const sql = `-- one; and two
create table a (b text default ';'); do $$ begin perform 1; end $$;
--> statement-breakpoint
insert into a values ('it''s; one')`
  expect(statementsOf(sql)).toEqual([
    "create table a (b text default ';')",
    'do $$ begin perform 1; end $$',
    "insert into a values ('it''s; one')",
  ])
})

test.each([
  'DROP TABLE "faqs"',
  'ALTER TABLE "faqs" DROP COLUMN "answer"',
  'ALTER TABLE faqs DROP "answer"',
  'alter table only public.faqs rename to questions',
  'ALTER TABLE "faqs" RENAME COLUMN "answer" TO "text"',
  'ALTER TABLE "faqs" ALTER COLUMN "position" SET DATA TYPE bigint',
  'alter table faqs alter position type bigint',
  'ALTER TABLE "faqs" ALTER COLUMN "position" DROP DEFAULT',
  'ALTER TABLE "faqs" ALTER COLUMN "position" SET NOT NULL',
  'ALTER TABLE "faqs" ADD COLUMN "color" text NOT NULL',
  'ALTER TABLE "faqs" ADD CONSTRAINT short CHECK (length(answer) < 10)',
  'CREATE UNIQUE INDEX "faqs_question" ON "faqs" USING btree ("workspace_id","question")',
  'TRUNCATE faqs',
  'REVOKE INSERT ON faqs FROM answerloom_app',
  'do $$ begin drop table faqs; end $$',
])('a migration is refused that breaks the previous version: %s', (sql) => {
  expect(found(`${sql};`)).toHaveLength(1)
  // The first version's own.
  expect(found(sql, '0000_first')).toEqual([])
})

test.each([
  'CREATE TABLE "a" ("b" text NOT NULL); ALTER TABLE "a" ADD CONSTRAINT c CHECK (b <> \'\'); CREATE UNIQUE INDEX d ON "a" ("b")',
  'ALTER TABLE "faqs" ADD COLUMN "color" text',
  'ALTER TABLE "faqs" ADD COLUMN "color" text DEFAULT \'red\' NOT NULL',
  'ALTER TABLE "faqs" ADD COLUMN "external" text; CREATE UNIQUE INDEX e ON "faqs" ("workspace_id","external")',
  'ALTER TABLE faqs ADD COLUMN place uuid; ALTER TABLE faqs ADD CONSTRAINT p FOREIGN KEY (workspace_id, place) REFERENCES places (workspace_id, id)',
  'ALTER TABLE "faqs" ALTER COLUMN "answer" DROP NOT NULL',
  'ALTER TABLE "faqs" DROP CONSTRAINT "short"; DROP INDEX "slow"; CREATE INDEX "fast" ON "faqs" ("id")',
  "UPDATE faqs SET answer = 'drop table'",
  '-- drop table faqs\nSELECT 1',
])('a migration is allowed that does not affect the previous version: %s', (sql) => {
  expect(found(sql)).toEqual([])
})

test('a removal is allowed only in a later version than the one that stopped the use', () => {
  const sql = (since: string) =>
    `-- Contract: since ${since} nothing reads or writes faqs.old.\nALTER TABLE faqs DROP COLUMN old;`
  expect(found(sql('0.2.0'), '0001_contract_old')).toEqual([])
  expect(found(sql('0.2.9'), '0001_contract_old', '0.10.0')).toEqual([])
  expect(found(sql('0.3.0'), '0001_contract_old')).toHaveLength(1)
  expect(found(sql('1.0.0'), '0001_contract_old')).toHaveLength(1)
  expect(found('ALTER TABLE faqs DROP COLUMN old;', '0001_contract_old')).toHaveLength(1)
})
