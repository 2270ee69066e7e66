import { newId } from '../../../kernel/ids.ts'
import { DEFAULT_LANGUAGE, type PageLanguage } from '../../../kernel/languages.ts'
import { markupToHtml } from '../../../kernel/markup.ts'
import { oneLine } from '../../../kernel/text.ts'
import type { AnswerSource } from '../../questions/contract.ts'
import { detectLanguage, type SemanticSearch } from '../../ranking/server/index.ts'
import type { WorkspaceContext } from '../../workspaces/server/index.ts'
import { type AskInput, type AskOutput, RELATED_MAX } from '../contract.ts'
import { toSource, toVisitorSource } from '../domain/evidence.ts'
import { readFollowUp, readingLanguages } from '../domain/follow-up.ts'
import { relatedQuestions } from '../domain/related-questions.ts'
import { detectSmallTalk, isKeyboardMash, type SmallTalk } from '../domain/small-talk.ts'
import type { AnswerCache } from './answer-cache.ts'
import { type AnswerContext, loadAnswerContext } from './answer-context.ts'
import { reasonsOf, statedProbability } from './answer-reasons.ts'
import { type ComposedAnswer, composeFromSections, composeWithModel, unavailable } from './compose.ts'
import { composeSeveral } from './conversation/compose-several.ts'
import { type AskedDecision, decideAsked } from './conversation/decide-asked.ts'
import { foreignAnswer } from './conversation/foreign-answer.ts'
import { askForChoice } from './conversation/settle-choice.ts'
import { smallTalkAnswer } from './conversation/small-talk-answer.ts'
import { decide } from './decide.ts'
import { rewriteFollowUp } from './model/rewrite-question.ts'
import { translatedQuestion } from './model/translated-question.ts'
import { type ModelServices, modelForWorkspace, type WorkspaceModel } from './model/workspace-model.ts'
import { type Answer, record, withIds } from './record.ts'
import { type RetrievalResult, retrieve } from './retrieve.ts'

export interface AnsweringServices extends ModelServices {
  appUrl: URL
  /** False: the model is not asked a second time about sentences that the check is unsure about. */
  reviewsClaims?: boolean
  /** Search by meaning; without it questions are searched by their words alone. */
  semantic?: Pick<SemanticSearch, 'served' | 'embedQuestion'>
  cache: AnswerCache<Answer>
}

/** Receives the answer while it is being written. */
export interface AnswerStream {
  signal: AbortSignal
  onSources(sources: AnswerSource[]): Promise<void>
  onDelta(text: string): Promise<void>
  /** Called before waiting for a model. */
  onModel(): void
  /** Returns true when this visitor may cause another model call; asked before each. */
  mayUseModel(): Promise<boolean>
}

interface AnswerTask {
  services: AnsweringServices
  context: WorkspaceContext
  answerContext: AnswerContext
  model: WorkspaceModel | null
  question: string
  /** Language of the page. */
  language: PageLanguage
  stream: AnswerStream
}

/** Retrieves for a text as it is asked, by words and, where the workspace has embeddings, by meaning. */
export async function retrieveFor(
  { services, context, answerContext }: Pick<AnswerTask, 'services' | 'context' | 'answerContext'>,
  text: string,
  signal: AbortSignal,
  waitsForChanges = false,
): Promise<{ retrieval: RetrievalResult; isComplete: boolean }> {
  const { served } = answerContext
  const embedded = served && (await services.semantic?.embedQuestion(served, text, signal))
  const embedding = embedded?.embedding ?? null
  const retrieval = await retrieve(context, {
    text,
    embedding,
    answerContext,
    waitsForChanges,
    appUrl: services.appUrl,
  })
  return { retrieval, isComplete: !embedded?.isMissing && !retrieval.isStale }
}

/** Retrieves and decides. Before a question in another language than the content is refused, it is translated. */
async function retrieveAndDecide(task: AnswerTask): Promise<AskedDecision & { isComplete: boolean }> {
  const { question, language, model, stream, answerContext } = task
  const { turns } = answerContext
  const isRewritable =
    model !== null &&
    turns.length > 0 &&
    readFollowUp(question, readingLanguages([detectLanguage(question)], language)) !== null
  if (isRewritable) stream.onModel()
  const rewritten = isRewritable ? await rewriteFollowUp(model.generate, question, turns, stream.signal) : null
  const standalone = rewritten ?? question
  let isComplete = true
  let isStale = false
  let waitsForChanges = false
  const search = async (text: string) => {
    const found = await retrieveFor(task, text, stream.signal, waitsForChanges)
    isComplete &&= found.isComplete
    isStale ||= found.retrieval.isStale
    return found.retrieval
  }
  const conversation = { question: standalone, turns: rewritten ? [] : turns, language, retrieve: search }
  let decided = await decideAsked(conversation, model !== null)
  // A refusal or a suggestion may lack what was just written.
  if (isStale && (decided.parts !== undefined || decided.decision.tier !== 'answer')) {
    waitsForChanges = true
    isComplete = true
    decided = await decideAsked(conversation, model !== null)
  }
  const result = { ...decided, isComplete }
  if (!model || result.decision.tier === 'answer' || isKeyboardMash(question)) return result
  const translation = await translatedQuestion(model.generate, decided.retrieval.text, {
    language: decided.retrieval.outcome.query.language,
    workspaceId: task.context.workspaceId,
    signal: stream.signal,
    onModel: stream.onModel,
  })
  if (translation === null) return result
  const retrieval = await search(translation)
  return { retrieval, decision: decide(translation, retrieval), question: standalone, isComplete }
}

/** An entry that asks the same word for word answers what would be small talk, except a request for a person. */
async function isAskedByEntry(task: AnswerTask, { kind }: SmallTalk): Promise<boolean> {
  if (kind === 'person') return false
  const { retrieval } = await retrieveFor(task, task.question, task.stream.signal, true)
  return decide(task.question, retrieval).isWordForWord
}

/** Retrieve, decide, compose. */
async function answerTo(task: AnswerTask): Promise<Answer> {
  const { answerContext, context, language, model, stream, services } = task
  const smallTalk = detectSmallTalk(task.question, language)
  if (smallTalk && !(await isAskedByEntry(task, smallTalk))) return smallTalkAnswer(context, smallTalk)
  const { style, workspace, turns } = answerContext
  const { retrieval, decision, question, isComplete, parts } = await retrieveAndDecide(task)
  if (retrieval.outcome.query.knownWords === 0 && isKeyboardMash(task.question))
    return smallTalkAnswer(context, { kind: 'nonsense', language })
  const written =
    model && style && decision.tier !== 'refuse'
      ? await composeWithModel(decision, {
          generate: model.generate,
          style,
          workspaceName: workspace.name,
          question,
          turns,
          reviewsClaims: services.reviewsClaims ?? true,
          signal: stream.signal,
          onStart: async (used) => {
            await stream.onSources(used.map(toVisitorSource))
            stream.onModel()
          },
          onDelta: stream.onDelta,
          log: services.log,
        })
      : null
  const built =
    written ?? (parts ? composeSeveral(parts) : askForChoice(composeFromSections(decision), decision, language))
  // Without the model it is not certain that the content lacks the answer.
  const composed = built.outcome === 'refused' && model?.isFailing() ? unavailable() : built
  const foreign =
    composed.outcome === 'refused' ? await foreignAnswer(context, composed, task.question, language) : null
  return {
    output: outputOf(task, foreign ?? composed, retrieval, foreign !== null),
    probability: statedProbability(decision, composed.outcome, retrieval.answerLevel),
    reasons: reasonsOf(decision),
    cited: composed.used.map(toSource),
    found: retrieval.evidence.map(toSource),
    isRepeatable: isComplete && !model?.isDegraded(),
  }
}

/** @param hasTopics true to offer the closest questions without an answer */
function outputOf(
  task: AnswerTask,
  composed: ComposedAnswer,
  retrieval: RetrievalResult,
  hasTopics: boolean,
): Answer['output'] {
  const { outcome, text, blocks, used, suggestions, isShortened } = composed
  const related = relatedQuestions({
    asked: task.question,
    shown: used.flatMap(({ kind, id }) => (kind === 'faq' ? [id] : [])),
    isAnswered: outcome === 'answered' || hasTopics,
    found: retrieval.faqIds,
    published: retrieval.related,
    workspaceName: task.answerContext.workspace.name,
    max: RELATED_MAX,
  })
  const shown = suggestions.map(({ evidence, blocks: section, text: sectionText, isShortened: isPart }) => {
    const { kind, id, title, url } = evidence
    return {
      ...{ kind, id, title, url, text: sectionText, html: markupToHtml(section), blocks: section },
      ...(isPart ? { is_shortened: true } : {}),
    }
  })
  return {
    answer: text,
    answer_html: markupToHtml(blocks),
    blocks,
    ...(isShortened ? { is_shortened: true } : {}),
    outcome,
    sources: used.map(toVisitorSource),
    ...(outcome === 'suggested' ? { suggestions: shown } : {}),
    related_questions: related,
  }
}

export interface DryRun {
  /** The answer for the visitor; its ids refer to nothing. */
  answer: AskOutput
  /** Retrieved entries, best first, regardless of the answer's sources. */
  found: AnswerSource[]
  /** True when the model failed at the last call, so that the answer says nothing about later ones. */
  isModelFailing: boolean
}

const noopStream = { onSources: async () => {}, onDelta: async () => {}, onModel: () => {} }

async function prepareTask(
  services: AnsweringServices,
  context: WorkspaceContext,
  asked: Pick<AskInput, 'question' | 'conversation_id' | 'lang'>,
  stream: AnswerStream,
): Promise<AnswerTask> {
  const { generate, semantic = null } = services
  const { question, conversation_id: conversation = null, lang: language = DEFAULT_LANGUAGE } = asked
  const answerContext = await loadAnswerContext(context, conversation, generate !== null, semantic)
  const model = await modelForWorkspace(services, context, stream.mayUseModel)
  return { services, context, answerContext, model, question, language, stream }
}

/** Answers a question as for a new visitor, without storing anything and without cached answers. */
export async function dryRunQuestion(
  services: AnsweringServices,
  context: WorkspaceContext,
  question: string,
  options: Pick<AnswerStream, 'signal' | 'mayUseModel'>,
): Promise<DryRun> {
  const task = await prepareTask(services, context, { question }, { ...options, ...noopStream })
  const answer = await answerTo(task)
  return {
    isModelFailing: task.model?.isFailing() ?? false,
    answer: withIds(context, answer, { messageId: newId(), conversationId: newId() }),
    found: answer.found,
  }
}

/** Case and spaces aside, the same words; a conversation's follow-up is only the same within the same conversation. */
function cacheKey({ context, question, answerContext, model, language }: AnswerTask): string {
  const words = oneLine(question.normalize('NFC').toLowerCase())
  const { workspace, served, turns } = answerContext
  const past = turns.length > 0 ? JSON.stringify(turns) : ''
  const embeddings = served ? `${served.model} ${served.version}` : ''
  const writer = model ? 'model' : 'built-in'
  return [context.workspaceId, workspace.contentVersion, embeddings, writer, language, words, past].join('\u0000')
}

/** A visitor's question: retrieve, decide, compose, record. The end is reported only when it is recorded. */
export async function answerQuestion(
  services: AnsweringServices,
  context: WorkspaceContext,
  input: AskInput,
  stream: AnswerStream,
): Promise<AskOutput> {
  let isStreamed = false
  const onDelta = (text: string) => {
    isStreamed = true
    return stream.onDelta(text)
  }
  const task = await prepareTask(services, context, input, { ...stream, onDelta })
  const answer = await services.cache.get(
    cacheKey(task),
    () => answerTo(task),
    ({ isRepeatable }) => isRepeatable,
  )
  if (!isStreamed) {
    await stream.onSources(answer.output.sources)
    await stream.onDelta(answer.output.answer)
  }
  return withIds(context, answer, await record(context, input, answer))
}
