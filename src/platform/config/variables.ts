/** One environment variable as the operator meets it: the README's table is rendered from this list. */
export interface ConfigVariable {
  readonly name: string
  /** Default when the variable is unset or empty, as prose or a literal value. */
  readonly default: string
  readonly meaning: string
}

const configVariable = (variableName: string, fallback: string, variableMeaning: string): ConfigVariable => ({
  name: variableName,
  default: fallback,
  meaning: variableMeaning,
})

/** Every variable the process reads, in the order of the documentation. Reading one that is not listed here fails. */
export const CONFIG_TABLE: readonly ConfigVariable[] = [
  configVariable('PORT', '`3000`', 'Port to listen on, 1 to 65535.'),
  configVariable('HOST', '`127.0.0.1`', 'Address to listen on. `0.0.0.0` or `::` for every interface.'),
  configVariable(
    'APP_URL',
    '`http://localhost:PORT` when `HOST` is loopback, otherwise required',
    'The address people use: scheme, host and port, no path. With `HOST` it decides whether the instance is local: it is when both are loopback.',
  ),
  configVariable(
    'TRUST_PROXY',
    'none',
    'Whose forwarding headers count: addresses and ranges separated by commas (`10.0.0.0/8, 192.0.2.7`), or `loopback`.',
  ),
  configVariable(
    'DATA_DIR',
    '`./data`',
    'Folder for the embedded database, files, request bodies while they arrive, the outbox and the operator socket.',
  ),
  configVariable('DATABASE_URL', 'the embedded database', '`postgres://…` of a PostgreSQL 15 or newer.'),
  configVariable(
    'DATABASE_OWNER_URL',
    '`DATABASE_URL`',
    'The same database as the user who owns its tables: migrations use it, so that the user of `DATABASE_URL` need not be able to change the schema.',
  ),
  configVariable(
    'DATABASE_DIRECT_URL',
    '`DATABASE_URL`',
    'The same database past a pooler in transaction mode, such as PgBouncer: for notifications and locks.',
  ),
  configVariable(
    'DATABASE_REPLICA_URL',
    'visitors read from `DATABASE_URL`',
    'A standby of the same server by streaming replication, for what visitors read. While it is away or behind, they read from `DATABASE_URL`.',
  ),
  configVariable(
    'REPLICA_MAX_LAG_SECONDS',
    '`5`',
    'How far the standby of `DATABASE_REPLICA_URL` may be behind to be used, 3 to 3600.',
  ),
  configVariable(
    'DATABASE_PASSWORD_COMMAND',
    'the password in the address',
    'Shell command that prints the password of the user in `PGUSER`, such as a token of a managed service. It runs when a connection is opened, at most once a minute.',
  ),
  configVariable('SIGNUP', '`open`', '`open`, `invite` (only invited people) or `closed`.'),
  configVariable(
    'SMTP_URL',
    'the outbox at `/dev/outbox` on a local instance, otherwise required',
    '`smtp://user:password@host:587` or `smtps://…:465`.',
  ),
  configVariable(
    'MAIL_FROM',
    '`no-reply@` the host of `APP_URL`',
    'Sender: `name@example.com` or `Name <name@example.com>`.',
  ),
  configVariable('S3_BUCKET', 'files in `DATA_DIR`', 'Bucket for files. The other `S3_` variables belong to it.'),
  configVariable('S3_ENDPOINT', '`https://s3.REGION.amazonaws.com`', 'Address of the S3-compatible service.'),
  configVariable('S3_REGION', '`us-east-1`', 'Region of the bucket.'),
  configVariable('S3_ACCESS_KEY_ID', 'required with `S3_BUCKET`', 'Access key.'),
  configVariable('S3_SECRET_ACCESS_KEY', 'required with `S3_BUCKET`', 'Secret of the access key.'),
  configVariable('S3_PREFIX', 'none', 'Folder within the bucket.'),
  configVariable('S3_FORCE_PATH_STYLE', '`off`', '`on` for services that want the bucket in the path (MinIO).'),
  configVariable(
    'S3_SIGNED_DOWNLOADS',
    '`on`',
    '`off` where browsers cannot reach `S3_ENDPOINT`: documents then come through this process.',
  ),
  configVariable(
    'AI_PROVIDER',
    '`off`',
    '`openai-compatible` (Ollama, vLLM, LM Studio, gateways), `anthropic`, `openai` or `off`: answers are then put together without a language model.',
  ),
  configVariable('AI_MODEL', 'required with `AI_PROVIDER`', 'Name of the model, as the provider calls it.'),
  configVariable(
    'AI_BASE_URL',
    "the provider's own",
    'Required for `openai-compatible`, e.g. `http://localhost:11434/v1`. A gateway for `anthropic` must speak `/messages`, one for `openai` `/responses`.',
  ),
  configVariable('AI_API_KEY', 'none', 'Required for `anthropic` and `openai`.'),
  configVariable(
    'AI_TIMEOUT_MS',
    '`12000`',
    'Timeout for the first word of an answer in milliseconds, 1000 to 60000. Afterwards visitors get the built-in answer.',
  ),
  configVariable(
    'AI_CLAIM_REVIEW',
    '`on`',
    'Has the model confirm sentences of its answers that the built-in check is unsure about, in one short call. `off` leaves such sentences out, except those in another language than the content.',
  ),
  configVariable(
    'AI_MONTHLY_TOKENS',
    'no limit',
    'Most tokens, sent and written, that each workspace may use in a calendar month (UTC), from 1000. Owners can set a lower limit. Afterwards answers are put together without the model.',
  ),
  configVariable(
    'SEMANTIC',
    '`built-in`, or `remote` with `EMBEDDING_MODEL`',
    'Search by meaning: `built-in` (English, in this process), `local:NAME` (a model from `npm run model:get`), `remote` (`EMBEDDING_MODEL`) or `off`.',
  ),
  configVariable(
    'EMBEDDING_MODEL',
    'required with `SEMANTIC=remote`',
    'Embedding model behind an OpenAI-compatible `/embeddings`.',
  ),
  configVariable('EMBEDDING_BASE_URL', '`AI_BASE_URL`', 'Address of the embedding service.'),
  configVariable('EMBEDDING_API_KEY', '`AI_API_KEY`', 'Key of the embedding service.'),
  configVariable(
    'EMBEDDING_DIMENSIONS',
    "the model's own",
    'Length of the vectors, 16 to 4096, for models that can shorten them.',
  ),
  configVariable(
    'GOOGLE_CLIENT_ID',
    'no Google sign-in, no Google Drive',
    'OAuth client for signing in with Google and for Google Drive.',
  ),
  configVariable('GOOGLE_CLIENT_SECRET', 'required with `GOOGLE_CLIENT_ID`', 'Its secret.'),
  configVariable('GOOGLE_ISSUER', '`https://accounts.google.com`', 'OpenID Connect issuer to use instead of Google.'),
  configVariable('GOOGLE_API_URL', "Google's own", 'Base address that replaces those of Google Drive and its OAuth.'),
  configVariable(
    'GOOGLE_DRIVE',
    '`on` where the issuer is Google',
    '`off` hides Google Drive, for example until Google has verified your client.',
  ),
  configVariable(
    'NOTION_CLIENT_ID',
    'users connect Notion with a token',
    'OAuth client of a public Notion integration: owners then connect by signing in at Notion.',
  ),
  configVariable('NOTION_CLIENT_SECRET', 'required with `NOTION_CLIENT_ID`', 'Its secret.'),
  configVariable('NOTION_API_URL', '`https://api.notion.com`', 'Address of the Notion API.'),
  configVariable(
    'BILLING',
    '`sandbox` on a local instance, otherwise `off`',
    '`sandbox` (a checkout without money, local only), `polar`, or `off` (all accounts have free access).',
  ),
  configVariable('POLAR_ACCESS_TOKEN', 'required with `BILLING=polar`', 'Access token of the Polar organization.'),
  configVariable('POLAR_WEBHOOK_SECRET', 'required with `BILLING=polar`', 'Secret that signs the webhooks.'),
  configVariable(
    'POLAR_API_URL',
    '`https://api.polar.sh`',
    'Address of the Polar API (`https://sandbox-api.polar.sh` to try it).',
  ),
  configVariable('POLAR_STARTER_PRODUCT_ID', 'required with `BILLING=polar`', 'Product of the Starter plan.'),
  configVariable('POLAR_STARTER_PRICE_ID', 'required with `BILLING=polar`', 'Price of the Starter plan.'),
  configVariable('POLAR_PRO_PRODUCT_ID', 'required with `BILLING=polar`', 'Product of the Pro plan.'),
  configVariable('POLAR_PRO_PRICE_ID', 'required with `BILLING=polar`', 'Price of the Pro plan.'),
  configVariable(
    'SUPPORT_EMAIL',
    'none; on a local instance messages go to the outbox',
    'Recipient of the contact form. A public instance without it has no form.',
  ),
  configVariable(
    'SECURITY_CONTACT',
    '`SUPPORT_EMAIL`',
    'Email address for vulnerability reports, published at `/.well-known/security.txt`. The page is missing when neither variable is set.',
  ),
  configVariable(
    'SUPPORT_TIMES',
    'the three promises of the contact page',
    'Sentences about response times on the contact page, separated by `;`, or `off` for none.',
  ),
  configVariable(
    'TERMS_VERSION',
    'none: people are not asked',
    'Version of your terms and privacy policy, for example `2026-11-01`. New accounts must accept it; a later version asks the others again, without locking them out.',
  ),
  configVariable('TERMS_URL', 'the page at `/terms`', 'Address of your own terms, to which `/terms` then leads.'),
  configVariable(
    'PRIVACY_URL',
    'the page at `/privacy`',
    'Address of your own privacy policy, to which `/privacy` then leads.',
  ),
  configVariable(
    'SECRET_KEY',
    'created in `DATA_DIR/secret-key` on a local instance, otherwise required',
    'Signs sessions and encrypts stored tokens: 32 characters or more, e.g. from `openssl rand -base64 32`.',
  ),
  configVariable(
    'SECRET_KEY_PREVIOUS',
    'none',
    'Previous keys, separated by commas, the oldest last. They are used for reading only. After `npm run keys:renew` they can be removed.',
  ),
  configVariable('SEED_DEMO', '`on`', '`off` leaves the demo workspace out of a fresh data folder.'),
  configVariable('RATE_LIMITS', '`on`', '`off` only on a local instance, for benchmarks.'),
  configVariable(
    'ASK_CHALLENGE',
    '`on`',
    'Requires proof of work for each question while a workspace receives more than 120 questions a minute; pages and widgets do it automatically. `off` disables it.',
  ),
  configVariable(
    'METRICS_TOKEN',
    '`/metrics` answers on a local instance only',
    'Bearer token for `/metrics`, 16 characters or more.',
  ),
  configVariable(
    'OPERATOR_EMAIL',
    '`/ops` is disabled',
    'Confirmed email address of the first operator, who can open `/ops` and give others access.',
  ),
  configVariable(
    'MODE',
    '`all`',
    '`all`, `web` (no background jobs) or `worker` (only background jobs). The option `--mode web` has the same effect.',
  ),
  configVariable(
    'DRAIN_SECONDS',
    '`0`',
    'Seconds that a process continues to serve after SIGTERM while `/readyz` returns 503, so that a load balancer can redirect visitors: 0 to 300.',
  ),
  configVariable(
    'MAX_REQUESTS',
    '`200`',
    'Maximum concurrent requests of one process; fewer while it is saturated. Excess requests get 503 with `Retry-After`; cached pages are still served.',
  ),
  configVariable(
    'COPY_BEFORE_MIGRATING',
    '`on`',
    'Copies the database to `DATA_DIR/backups` before a new version migrates it; without a copy the version does not start. `off` if you make backups yourself.',
  ),
  configVariable(
    'BACKUP_SCHEDULE',
    'no scheduled backups',
    'When backups are made, as five cron fields in UTC: `30 3 * * *`.',
  ),
  configVariable('BACKUP_KEEP', '`7`', 'Number of scheduled backups to keep.'),
  configVariable(
    'BACKUP_TO',
    '`DATA_DIR/backups`',
    'Where scheduled backups go: a folder, or `s3://bucket/folder` at the service of the `S3_` variables.',
  ),
  configVariable(
    'BACKUP_KEY',
    'backups are not encrypted',
    'Encrypts every backup, and decrypts on `restore`: 32 characters or more. Keep it in another place, too.',
  ),
  configVariable(
    'OUTBOUND_ALLOW_HOSTS',
    'none',
    'Private hosts or ports that crawls, integrations and webhooks may access: `host` or `host:port`, separated by commas.',
  ),
  configVariable(
    'CHROMIUM_PATH',
    "the system's, or the one of `npm run browser:install`",
    'Path of a Chromium or Chrome that renders pages which need JavaScript; `off` for none: such pages wait. It can access only the same hosts as crawls.',
  ),
  configVariable(
    'OCR_LANGUAGES',
    "the installed Tesseract's, or else `eng`",
    'Languages of scanned pages by their Tesseract names, at most three, separated by commas (`deu, eng`). The data of each comes from an installed Tesseract, from `npm install @tesseract.js-data/deu`, or from `DATA_DIR/tessdata`.',
  ),
  configVariable(
    'DNS_SERVERS',
    "the system's",
    'Name servers that custom domains are looked up at: `address` or `address:port`, separated by commas.',
  ),
  configVariable('LOG_LEVEL', '`info`', '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`.'),
]

/** The table as Markdown, without the markers around it. */
export function renderConfigTable(): string {
  const tableRows = CONFIG_TABLE.map(
    (configRow) => `| \`${configRow.name}\` | ${configRow.default} | ${configRow.meaning} |`,
  )
  return ['| Variable | Default | Meaning |', '|---|---|---|', ...tableRows].join('\n')
}
