/** One environment variable as the operator meets it: the README's table is rendered from this list. */
export interface ConfigVariable {
  readonly name: string
  /** What holds when the variable is unset or empty, as prose or a literal value. */
  readonly default: string
  readonly meaning: string
}

const v = (name: string, fallback: string, meaning: string): ConfigVariable => ({ name, default: fallback, meaning })

/** Every variable the process reads, in the order of the documentation. Reading one that is not listed here fails. */
export const CONFIG_TABLE: readonly ConfigVariable[] = [
  v('PORT', '`3000`', 'Port to listen on, 1 to 65535.'),
  v('HOST', '`127.0.0.1`', 'Address to listen on. `0.0.0.0` or `::` for every interface.'),
  v(
    'APP_URL',
    '`http://localhost:PORT` when `HOST` is loopback, otherwise required',
    'The address people use: scheme, host and port, no path. With `HOST` it decides whether the instance is local: it is when both are loopback.',
  ),
  v(
    'TRUST_PROXY',
    'none',
    'Whose forwarding headers count: addresses and ranges separated by commas (`10.0.0.0/8, 192.0.2.7`), or `loopback`.',
  ),
  v(
    'DATA_DIR',
    '`./data`',
    'Folder for the embedded database, files, request bodies while they arrive, the outbox and the operator socket.',
  ),
  v('DATABASE_URL', 'the embedded database', '`postgres://…` of a PostgreSQL 15 or newer.'),
  v('SIGNUP', '`open`', '`open`, `invite` (only invited people) or `closed`.'),
  v(
    'SMTP_URL',
    'the outbox at `/dev/outbox` on a local instance, otherwise required',
    '`smtp://user:password@host:587` or `smtps://…:465`.',
  ),
  v('MAIL_FROM', '`no-reply@` the host of `APP_URL`', 'Sender: `name@example.com` or `Name <name@example.com>`.'),
  v('S3_BUCKET', 'files in `DATA_DIR`', 'Bucket for files. The other `S3_` variables belong to it.'),
  v('S3_ENDPOINT', '`https://s3.REGION.amazonaws.com`', 'Address of the S3-compatible service.'),
  v('S3_REGION', '`us-east-1`', 'Region of the bucket.'),
  v('S3_ACCESS_KEY_ID', 'required with `S3_BUCKET`', 'Access key.'),
  v('S3_SECRET_ACCESS_KEY', 'required with `S3_BUCKET`', 'Secret of the access key.'),
  v('S3_PREFIX', 'none', 'Folder within the bucket.'),
  v('S3_FORCE_PATH_STYLE', '`off`', '`on` for services that want the bucket in the path (MinIO).'),
  v(
    'S3_SIGNED_DOWNLOADS',
    '`on`',
    '`off` where browsers cannot reach `S3_ENDPOINT`: documents then come through this process.',
  ),
  v(
    'AI_PROVIDER',
    '`off`',
    '`openai-compatible` (Ollama, vLLM, LM Studio, gateways), `anthropic`, `openai` or `off`: answers are then put together without a language model.',
  ),
  v('AI_MODEL', 'required with `AI_PROVIDER`', 'Name of the model, as the provider calls it.'),
  v(
    'AI_BASE_URL',
    "the provider's own",
    'Required for `openai-compatible`, e.g. `http://localhost:11434/v1`. A gateway for `anthropic` must speak `/messages`, one for `openai` `/responses`.',
  ),
  v('AI_API_KEY', 'none', 'Required for `anthropic` and `openai`.'),
  v(
    'AI_TIMEOUT_MS',
    '`12000`',
    'Longest wait for the first word of an answer, in milliseconds, 1000 to 60000. After that visitors get the fallback.',
  ),
  v('EMBEDDING_MODEL', 'no semantic search', 'Embedding model behind an OpenAI-compatible `/embeddings`.'),
  v('EMBEDDING_BASE_URL', '`AI_BASE_URL`', 'Address of the embedding service.'),
  v('EMBEDDING_API_KEY', '`AI_API_KEY`', 'Key of the embedding service.'),
  v('EMBEDDING_DIMENSIONS', "the model's own", 'Length of the vectors, 16 to 4096, for models that can shorten them.'),
  v(
    'GOOGLE_CLIENT_ID',
    'no Google sign-in, no Google Drive',
    'OAuth client for signing in with Google and for Google Drive.',
  ),
  v('GOOGLE_CLIENT_SECRET', 'required with `GOOGLE_CLIENT_ID`', 'Its secret.'),
  v('GOOGLE_ISSUER', '`https://accounts.google.com`', 'OpenID Connect issuer to use instead of Google.'),
  v('GOOGLE_API_URL', "Google's own", 'Address in the place of those of Google Drive and its OAuth.'),
  v(
    'GOOGLE_DRIVE',
    '`on` where the issuer is Google',
    '`off` keeps Google Drive from being offered while Google has not verified your client for it.',
  ),
  v(
    'NOTION_CLIENT_ID',
    'Notion is connected with a token of one’s own',
    'OAuth client of a public Notion integration: owners then connect by signing in at Notion.',
  ),
  v('NOTION_CLIENT_SECRET', 'required with `NOTION_CLIENT_ID`', 'Its secret.'),
  v('NOTION_API_URL', '`https://api.notion.com`', 'Address of the Notion API.'),
  v(
    'BILLING',
    '`sandbox` on a local instance, otherwise `off`',
    '`sandbox` (a checkout without money, local only), `polar`, or `off` (everybody has free access).',
  ),
  v('POLAR_ACCESS_TOKEN', 'required with `BILLING=polar`', 'Access token of the Polar organisation.'),
  v('POLAR_WEBHOOK_SECRET', 'required with `BILLING=polar`', 'Secret that signs the webhooks.'),
  v('POLAR_API_URL', '`https://api.polar.sh`', 'Address of the Polar API (`https://sandbox-api.polar.sh` to try it).'),
  v('POLAR_STARTER_PRODUCT_ID', 'required with `BILLING=polar`', 'Product of the Starter plan.'),
  v('POLAR_STARTER_PRICE_ID', 'required with `BILLING=polar`', 'Price of the Starter plan.'),
  v('POLAR_PRO_PRODUCT_ID', 'required with `BILLING=polar`', 'Product of the Pro plan.'),
  v('POLAR_PRO_PRICE_ID', 'required with `BILLING=polar`', 'Price of the Pro plan.'),
  v(
    'SUPPORT_EMAIL',
    'none; on a local instance messages go to the outbox',
    'Where the contact form delivers. A public instance without it has no form.',
  ),
  v(
    'SECURITY_CONTACT',
    '`SUPPORT_EMAIL`',
    'Mail address for reports of vulnerabilities, told at `/.well-known/security.txt`. Without either there is no such page.',
  ),
  v(
    'SUPPORT_TIMES',
    'the three promises of the contact page',
    'What the contact page promises, sentences separated by `;`, or `off` for none.',
  ),
  v(
    'SECRET_KEY',
    'made once into `DATA_DIR/secret-key` on a local instance, otherwise required',
    'Signs sessions and encrypts stored tokens: 32 characters or more, e.g. from `openssl rand -base64 32`.',
  ),
  v(
    'SECRET_KEY_PREVIOUS',
    'none',
    'Earlier keys, separated by commas, the oldest last: still read, never used for writing. `npm run keys:renew` makes them dispensable.',
  ),
  v('SEED_DEMO', '`on`', '`off` leaves the demo workspace out of a fresh data folder.'),
  v('RATE_LIMITS', '`on`', '`off` only on a local instance, for benchmarks.'),
  v(
    'ASK_CHALLENGE',
    '`on`',
    'While a workspace is asked more than 120 questions a minute, each must come with proof of work, which pages and widgets do by themselves. `off` for none.',
  ),
  v(
    'METRICS_TOKEN',
    '`/metrics` answers on a local instance only',
    'Bearer token for `/metrics`, 16 characters or more.',
  ),
  v(
    'OPERATOR_EMAIL',
    'nobody sees `/ops`',
    'Account of the first operator, by its confirmed address: sees `/ops`, and lets others see it.',
  ),
  v('MODE', '`all`', '`all`, `web` (no background jobs) or `worker` (only them). `--mode web` says the same.'),
  v(
    'DRAIN_SECONDS',
    '`0`',
    'How long a process that was asked to end (SIGTERM) goes on serving while `/readyz` answers 503, so that a load balancer can send visitors elsewhere: 0 to 300.',
  ),
  v(
    'MAX_REQUESTS',
    '`200`',
    'Requests that one process works on at once; fewer while it is held up. More are refused with 503 and `Retry-After` before everybody waits; pages from memory are still served.',
  ),
  v(
    'COPY_BEFORE_MIGRATING',
    '`on`',
    'A new version copies the database to `DATA_DIR/backups` before it changes it, and does not start when it cannot. `off` for those who make copies themselves.',
  ),
  v(
    'OUTBOUND_ALLOW_HOSTS',
    'none',
    'Hosts that crawls and integrations may reach although they are private or on another port: `host` or `host:port`, separated by commas.',
  ),
  v(
    'CHROMIUM_PATH',
    'pages that only a browser can draw are skipped',
    'A Chromium or Chrome that draws such pages of websites before they are read. It reaches nothing but what crawls may reach.',
  ),
  v(
    'DNS_SERVERS',
    "the system's",
    'Name servers that custom domains are looked up at: `address` or `address:port`, separated by commas.',
  ),
  v('LOG_LEVEL', '`info`', '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`.'),
]

/** The table as Markdown, without the markers around it. */
export function renderConfigTable(): string {
  const rows = CONFIG_TABLE.map((row) => `| \`${row.name}\` | ${row.default} | ${row.meaning} |`)
  return ['| Variable | Default | Meaning |', '|---|---|---|', ...rows].join('\n')
}
