/** One file of the archive: the rows of a table, a JSON object a line. */
export interface ArchivedTable {
  file: string
  table: string
  /** Column that identifies a workspace's rows; rows are written in its order. */
  key: string
  /** Secret columns that are never exported: keys and tokens. */
  without?: readonly string[]
  says: string
}

export const ARCHIVED_TABLES: readonly ArchivedTable[] = [
  { file: 'faqs', table: 'faqs', key: 'id', says: 'questions and answers, in every state' },
  {
    file: 'faq-versions',
    table: 'faq_versions',
    key: 'id',
    says: 'what each FAQ said after each change, and who made it',
  },
  {
    file: 'faq-reviews',
    table: 'faq_reviews',
    key: 'faq_id',
    says: 'when a FAQ was last found still right, and by whom',
  },
  { file: 'faq-votes', table: 'faq_votes', key: 'id', says: 'votes of visitors on the pages of FAQs' },
  { file: 'deleted-faqs', table: 'trashed_faqs', key: 'id', says: 'FAQs in the trash' },
  { file: 'categories', table: 'faq_categories', key: 'name', says: 'categories of FAQs; none: the usual seven' },
  {
    file: 'questions',
    table: 'messages',
    key: 'id',
    says: 'what visitors asked and were told, their votes and addresses',
  },
  { file: 'replies', table: 'message_replies', key: 'id', says: 'mails to visitors in answer to their questions' },
  { file: 'notes', table: 'message_notes', key: 'id', says: 'notes of members on questions' },
  { file: 'saved-replies', table: 'saved_replies', key: 'id', says: 'texts for replies' },
  {
    file: 'gaps',
    table: 'gaps',
    key: 'id',
    without: ['vector'],
    says: 'gaps: questions that found no answer, and what became of them',
  },
  { file: 'gap-questions', table: 'gap_questions', key: 'message_id', says: 'which question is in which gap' },
  {
    file: 'doubtful-answers',
    table: 'doubtful_answers',
    key: 'id',
    says: 'questions whose answers visitors had reason to doubt, and what became of them',
  },
  { file: 'answer-doubts', table: 'answer_doubts', key: 'message_id', says: 'why the answer to a question is doubted' },
  {
    file: 'blocked-sources',
    table: 'blocked_sources',
    key: 'id',
    says: 'sources that must not answer a question',
  },
  {
    file: 'suggested-faqs',
    table: 'suggested_faqs',
    key: 'id',
    says: 'FAQs that were found in websites and documents',
  },
  {
    file: 'settled-suggestions',
    table: 'settled_suggestions',
    key: 'question_key',
    says: 'which of them were accepted or dismissed, by whom',
  },
  {
    file: 'answer-tests',
    table: 'answer_tests',
    key: 'id',
    says: 'questions with what their answers must hold, and whether they do',
  },
  {
    file: 'contradictions',
    table: 'contradictions',
    key: 'id',
    says: 'pairs of texts that contradict each other, and which were dismissed',
  },
  { file: 'sources', table: 'sources', key: 'id', says: 'documents, pages and texts, each with its state and reason' },
  { file: 'documents', table: 'documents', key: 'id', says: 'uploaded files; file_path names the file below files/' },
  { file: 'passages', table: 'knowledge_chunks', key: 'id', says: 'what was read of them, cut into passages' },
  { file: 'faq-images', table: 'faq_images', key: 'name', says: 'images of answers; the files are below files/' },
  { file: 'websites', table: 'websites', key: 'id', says: 'websites that are read' },
  { file: 'website-runs', table: 'website_runs', key: 'id', says: 'each time a website was read' },
  {
    file: 'digests',
    table: 'digest_subscriptions',
    key: 'user_id',
    says: 'who is mailed a digest, and how often',
  },
  { file: 'widget-pages', table: 'widget_pages', key: 'page_url', says: 'pages on which the widget was seen' },
  { file: 'page-rules', table: 'page_rules', key: 'workspace_id', says: 'rules for pages that show the widget' },
  {
    file: 'integrations',
    table: 'integrations',
    key: 'id',
    without: ['credentials'],
    says: 'connected services; what lets us in there is not given out',
  },
  { file: 'integration-runs', table: 'integration_runs', key: 'id', says: 'each import from a connected service' },
  {
    file: 'api-keys',
    table: 'api_keys',
    key: 'id',
    without: ['key_hash'],
    says: 'names of the API keys; the keys themselves are nowhere',
  },
  {
    file: 'webhooks',
    table: 'webhook_endpoints',
    key: 'id',
    without: ['secret', 'former_secret', 'headers'],
    says: 'webhook endpoints; secrets and header values are not given out',
  },
  {
    file: 'webhook-deliveries',
    table: 'webhook_deliveries',
    key: 'id',
    says: 'events sent to them in the last 30 days',
  },
  { file: 'invitations', table: 'workspace_invitations', key: 'id', says: 'people who were invited' },
  { file: 'transfers', table: 'workspace_transfers', key: 'id', says: 'offers of ownership and billing that are open' },
  { file: 'audit-log', table: 'audit_log', key: 'id', says: 'who did what' },
]

/** Tables of a workspace that are not in the archive, and why. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  workspace_members: 'is in members.jsonl, with names and addresses',
  search_entries: 'is made of FAQs and passages',
  search_changes: 'is made of FAQs and passages',
  entry_embeddings: 'is made of FAQs and passages',
  served_embeddings: 'is made of FAQs and passages',
  compared_texts: 'is made of FAQs and passages',
  digest_mails: 'says which digests were sent',
  suggestion_readings: 'says which sources were looked through for FAQs',
  message_sources: 'is told by the sources of each question',
  dashboard_cache: 'counts what is there',
  model_usage: 'says what the language model cost whoever runs the instance',
  dismissed_first_steps: 'says which hint was put away',
  idempotency_keys: 'remembers for a day which calls of the API were made',
  oauth_states: 'says who was on their way to connect a service',
  held_subdomains: 'redirects a former address',
}
