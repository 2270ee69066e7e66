import { z } from 'zod'
import { idSchema, requiredText, timestamp } from '../../../kernel/wire.ts'
import { FAQ_STATUSES } from '../../faqs/contract.ts'

export const OUTCOMES = ['answered', 'suggested', 'refused', 'unavailable'] as const
export type Outcome = (typeof OUTCOMES)[number]
export const QUESTIONS_PAGE_SIZE = 10
export const REPLY_MAX = 10_000
/** The other turns of a conversation that are shown with a question. */
export const TURNS_MAX = 50
/** Questions of a visitor's other visits that are shown with a question. */
export const EARLIER_MAX = 20
export const SIMILAR_FAQS_MAX = 8
export const NOTE_MAX = 5_000
/** Notes of one question. */
export const NOTES_MAX = 100
export const SAVED_REPLY_TITLE_MAX = 80
/** Saved replies of one workspace. */
export const SAVED_REPLIES_MAX = 200
/** Longest time for which a question can be snoozed. */
export const SNOOZE_DAYS_MAX = 365

/** The public `message_id` of an answer: names its workspace and its message. Opaque to callers. */
export const messageReferenceSchema = z.string().regex(/^[0-9a-f]{64}$/, { error: 'This is not a valid message id.' })

/**
 * Parts of the inbox. `all` holds everything; the others are what is still to do: a question that is marked done is in
 * none of them, and a snoozed one only in `snoozed`. `domain/views.ts` says which question belongs where.
 */
export const QUESTION_VIEWS = ['all', 'unanswered', 'down_voted', 'waiting', 'snoozed'] as const
export type QuestionView = (typeof QUESTION_VIEWS)[number]

/** A source of an answer: a FAQ, or a passage of a document, page, text or item. */
export const voteSchema = z.enum(['up', 'down'])
export type Vote = z.output<typeof voteSchema>

export const answerSourceSchema = z.object({
  kind: z.enum(['faq', 'chunk']),
  id: idSchema,
  /** The FAQ's id, or that of the document, page, text or item. Answers of earlier versions have none. */
  source_id: idSchema.optional(),
  title: z.string(),
  url: z.string().nullable(),
  excerpt: z.string(),
  /** The visitor's vote on this section, where it was shown as one of several. */
  vote: voteSchema.nullish(),
})
export type AnswerSource = z.output<typeof answerSourceSchema>

/** Obstacles to an answer, however well its section fits otherwise. */
export const ANSWER_OBSTACLES = [
  ...(['platform', 'constraint', 'type', 'comparison', 'words', 'rival', 'follow_up'] as const),
  ...(['subject', 'distance'] as const),
] as const
export type AnswerObstacle = (typeof ANSWER_OBSTACLES)[number]

/** Grounds of the decision about an answer. */
export const answerReasonsSchema = z.object({
  /** Words of the question that the best section has, and those that it lacks. */
  matched: z.array(z.string()),
  missing: z.array(z.string()),
  obstacle: z.enum(ANSWER_OBSTACLES).nullable(),
})
export type AnswerReasons = z.output<typeof answerReasonsSchema>

export const namedFaqSchema = z.object({ id: idSchema, question: z.string(), status: z.enum(FAQ_STATUSES) })
export type NamedFaq = z.output<typeof namedFaqSchema>

export const questionSchema = z.object({
  id: idSchema,
  question: z.string(),
  answer: z.string(),
  outcome: z.enum(OUTCOMES),
  /** Probability that the answer is right; null where something else decided the outcome. */
  confidence: z.number().nullable(),
  sources: z.array(answerSourceSchema),
  page_url: z.string().nullable(),
  vote: voteSchema.nullable(),
  vote_reason: z.string().nullable(),
  visitor_email: z.string().nullable(),
  /** When the visitor asked for a person. */
  handoff_requested_at: timestamp.nullable(),
  done_at: timestamp.nullable(),
  /** The member who takes care of it. */
  assignee_id: idSchema.nullable(),
  /** Until then it is in none of the views of what is to do. */
  snoozed_until: timestamp.nullable(),
  /** The FAQ that it became or was added to, as long as there is one. */
  faq: namedFaqSchema.nullable(),
  created_at: timestamp,
})
export type Question = z.output<typeof questionSchema>

/**
 * A mail to a visitor. `sending` until the mail server has taken it (`sent`) or has not (`failed`, with the sentence that
 * says why); `unknown` where the process ended in between.
 */
export const replySchema = z.object({
  id: idSchema,
  text: z.string(),
  to: z.string(),
  author: z.string(),
  state: z.enum(['sending', 'sent', 'failed', 'unknown']),
  failure: z.string().nullable(),
  /** Marks the question as done when this is sent. */
  then_done: z.boolean(),
  created_at: timestamp,
  sent_at: timestamp.nullable(),
})
export type Reply = z.output<typeof replySchema>

export const noteSchema = z.object({
  id: idSchema,
  text: z.string(),
  author: z.string(),
  created_at: timestamp,
})
export type Note = z.output<typeof noteSchema>

/** A text for replies, shared by the members of a workspace. */
export const savedReplySchema = z.object({ id: idSchema, title: z.string(), text: z.string() })
export type SavedReply = z.output<typeof savedReplySchema>

const turnSchema = questionSchema.pick({
  id: true,
  question: true,
  answer: true,
  outcome: true,
  vote: true,
  page_url: true,
  created_at: true,
})
export type Turn = z.output<typeof turnSchema>

/** `holds`: it asks this question already, in its own words or in an alternative. */
export const similarFaqSchema = namedFaqSchema.extend({ holds: z.boolean() })
export type SimilarFaq = z.output<typeof similarFaqSchema>

export const questionDetailsSchema = questionSchema.extend({
  /** Null where nothing was found, and for answers that were not decided on. */
  reasons: answerReasonsSchema.nullable(),
  visitor_note: z.string().nullable(),
  /** Name of the user who marked it as done. */
  done_by: z.string().nullable(),
  /** The other questions of the same visit, oldest first. */
  turns: z.array(turnSchema),
  /** Questions of other visits in which the visitor left the same address, newest first. */
  earlier: z.array(turnSchema),
  /** The address to answer to: left with this question or with another one of the visit. */
  reply_to_visitor: z.string().nullable(),
  /** Reply-To of replies: the workspace's contact address. */
  contact_email: z.string().nullable(),
  replies: z.array(replySchema),
  /** Texts of members for each other, oldest first. Visitors never see them. */
  notes: z.array(noteSchema),
})
export type QuestionDetails = z.output<typeof questionDetailsSchema>
/** Fields of the details that belong to other questions or to the workspace. */
export const UNTAGGED_DETAILS = ['turns', 'earlier', 'contact_email'] as const

/** A visitor who left an address with a question. */
export const visitorInput = z.object({ email: z.email({ error: 'Please enter a valid email address.' }).max(254) })

/** Data of a visitor: their questions and the others of the same conversations. */
export const visitorDataSchema = z.object({
  questions: z.number().int(),
  first_asked_at: timestamp.nullable(),
  last_asked_at: timestamp.nullable(),
})
export type VisitorData = z.output<typeof visitorDataSchema>

/** The client creates the id: sending the same id again does not send a second email. */
export const replyInput = z.object({
  id: idSchema,
  reply_id: idSchema,
  text: requiredText(REPLY_MAX, 'Please write a reply.'),
  /** Marks the question done once the mail is sent. */
  then_done: z.boolean().default(false),
  /** Sends even where it is not known whether the mail has gone out. */
  again: z.boolean().default(false),
})
export type ReplyInput = z.output<typeof replyInput>

/** `in_faqs`: those that are a FAQ already, or were added to one, and are skipped. */
export const movableSchema = z.object({
  movable: z.number().int(),
  /** Number of those without an answer, whose drafts need one. */
  needs_answer: z.number().int(),
  in_faqs: z.number().int(),
})
export type Movable = z.output<typeof movableSchema>
export const movedSchema = movableSchema.omit({ movable: true }).extend({ moved: z.number().int() })
export type MovedToFaqs = z.output<typeof movedSchema>
