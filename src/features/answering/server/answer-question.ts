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
import { type ComposedAnswer, composeFromSections, composeUnavailable, composeWithModel } from './compose.ts'
import { composeSeveral } from './conversation/compose-several.ts'
import { type AskedDecision, decideAsked } from './conversation/decide-asked.ts'
import { foreignAnswer } from './conversation/foreign-answer.ts'
import { askForChoice } from './conversation/settle-choice.ts'
import { smallTalkAnswer } from './conversation/small-talk-answer.ts'
import { decide } from './decide.ts'
import { rewriteFollowUp } from './model/rewrite-question.ts'
import { translatedQuestion } from './model/translated-question.ts'
import { type ModelServices, modelForWorkspace, type WorkspaceModel } from './model/workspace-model.ts'
import { type Answer, recordAnswer, withIds } from './record.ts'
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
  searchText: string,
  signal: AbortSignal,
  waitsForChanges = false,
): Promise<{ retrieval: RetrievalResult; isComplete: boolean }> {
  const { served } = answerContext
  const embeddedQuestion = served && (await services.semantic?.embedQuestion(served, searchText, signal))
  const embedding = embeddedQuestion?.embedding ?? null
  const retrieval = await retrieve(context, {
    text: searchText,
    embedding,
    answerContext,
    waitsForChanges,
    appUrl: services.appUrl,
  })
  return { retrieval, isComplete: !embeddedQuestion?.isMissing && !retrieval.isStale }
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
  const rewrittenQuestion = isRewritable ? await rewriteFollowUp(model.generate, question, turns, stream.signal) : null
  const standaloneQuestion = rewrittenQuestion ?? question
  let isComplete = true
  let isStale = false
  let waitsForChanges = false
  const search = async (searchText: string) => {
    const foundSections = await retrieveFor(task, searchText, stream.signal, waitsForChanges)
    isComplete &&= foundSections.isComplete
    isStale ||= foundSections.retrieval.isStale
    return foundSections.retrieval
  }
  const conversation = {
    question: standaloneQuestion,
    turns: rewrittenQuestion ? [] : turns,
    language,
    retrieve: search,
  }
  let askedDecision = await decideAsked(conversation, model !== null)
  // A refusal or a suggestion may lack what was just written.
  if (isStale && (askedDecision.parts !== undefined || askedDecision.decision.tier !== 'answer')) {
    waitsForChanges = true
    isComplete = true
    askedDecision = await decideAsked(conversation, model !== null)
  }
  const completeDecision = { ...askedDecision, isComplete }
  if (!model || completeDecision.decision.tier === 'answer' || isKeyboardMash(question)) return completeDecision
  const translation = await translatedQuestion(model.generate, askedDecision.retrieval.text, {
    language: askedDecision.retrieval.outcome.query.language,
    workspaceId: task.context.workspaceId,
    signal: stream.signal,
    onModel: stream.onModel,
  })
  if (translation === null) return completeDecision
  const retrieval = await search(translation)
  return { retrieval, decision: decide(translation, retrieval), question: standaloneQuestion, isComplete }
}

/** An entry that asks the same word for word answers what would be small talk, except a request for a person. */
async function isAskedByEntry(task: AnswerTask, { kind }: SmallTalk): Promise<boolean> {
  if (kind === 'person') return false
  const { retrieval } = await retrieveFor(task, task.question, task.stream.signal, true)
  return decide(task.question, retrieval).isWordForWord
}

/** Retrieve, decide, compose. */
async function answerTask(task: AnswerTask): Promise<Answer> {
  const { answerContext, context, language, model, stream, services } = task
  const smallTalk = detectSmallTalk(task.question, language)
  if (smallTalk && !(await isAskedByEntry(task, smallTalk))) return smallTalkAnswer(context, smallTalk)
  const { style, workspace, turns } = answerContext
  const { retrieval, decision, question, isComplete, parts } = await retrieveAndDecide(task)
  if (retrieval.outcome.query.knownWords === 0 && isKeyboardMash(task.question))
    return smallTalkAnswer(context, { kind: 'nonsense', language })
  const modelAnswer =
    model && style && decision.tier !== 'refuse'
      ? await composeWithModel(decision, {
          generate: model.generate,
          style,
          workspaceName: workspace.name,
          question,
          turns,
          reviewsClaims: services.reviewsClaims ?? true,
          signal: stream.signal,
          onStart: async (citedEvidence) => {
            await stream.onSources(citedEvidence.map(toVisitorSource))
            stream.onModel()
          },
          onDelta: stream.onDelta,
          log: services.log,
        })
      : null
  const answerWithoutReason =
    modelAnswer ?? (parts ? composeSeveral(parts) : askForChoice(composeFromSections(decision), decision, language))
  // Without the model it is not certain that the content lacks the answer.
  const composedAnswer =
    answerWithoutReason.outcome === 'refused' && model?.isFailing() ? composeUnavailable() : answerWithoutReason
  const translatedRefusal =
    composedAnswer.outcome === 'refused' ? await foreignAnswer(context, composedAnswer, task.question, language) : null
  return {
    output: answerOutputOf(task, translatedRefusal ?? composedAnswer, retrieval, translatedRefusal !== null),
    probability: statedProbability(decision, composedAnswer.outcome, retrieval.answerLevel),
    reasons: reasonsOf(decision),
    cited: composedAnswer.used.map(toSource),
    found: retrieval.evidence.map(toSource),
    isRepeatable: isComplete && !model?.isDegraded(),
  }
}

/** @param hasTopics true to offer the closest questions without an answer */
function answerOutputOf(
  answerTask: AnswerTask,
  composedAnswer: ComposedAnswer,
  retrieval: RetrievalResult,
  hasTopics: boolean,
): Answer['output'] {
  const { outcome, text, blocks, used, suggestions, isShortened } = composedAnswer
  const relatedFollowUps = relatedQuestions({
    asked: answerTask.question,
    shown: used.flatMap(({ kind, id }) => (kind === 'faq' ? [id] : [])),
    isAnswered: outcome === 'answered' || hasTopics,
    found: retrieval.faqIds,
    published: retrieval.related,
    workspaceName: answerTask.answerContext.workspace.name,
    max: RELATED_MAX,
  })
  const shownSuggestions = suggestions.map(({ evidence, blocks: section, text: sectionText, isShortened: isPart }) => {
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
    ...(outcome === 'suggested' ? { suggestions: shownSuggestions } : {}),
    related_questions: relatedFollowUps,
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
  askInput: Pick<AskInput, 'question' | 'conversation_id' | 'lang'>,
  stream: AnswerStream,
): Promise<AnswerTask> {
  const { generate, semantic = null } = services
  const { question, conversation_id: conversation = null, lang: language = DEFAULT_LANGUAGE } = askInput
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
  const answer = await answerTask(task)
  return {
    isModelFailing: task.model?.isFailing() ?? false,
    answer: withIds(context, answer, { messageId: newId(), conversationId: newId() }),
    found: answer.found,
  }
}

/** Case and spaces aside, the same words; a conversation's follow-up is only the same within the same conversation. */
function cacheKey({ context, question, answerContext, model, language }: AnswerTask): string {
  const questionText = oneLine(question.normalize('NFC').toLowerCase())
  const { workspace, served, turns } = answerContext
  const pastTurns = turns.length > 0 ? JSON.stringify(turns) : ''
  const embeddings = served ? `${served.model} ${served.version}` : ''
  const writerName = model ? 'model' : 'built-in'
  return [
    context.workspaceId,
    workspace.contentVersion,
    embeddings,
    writerName,
    language,
    questionText,
    pastTurns,
  ].join('\u0000')
}

/** A visitor's question: retrieve, decide, compose, record. The end is reported only when it is recorded. */
export async function answerQuestion(
  services: AnsweringServices,
  context: WorkspaceContext,
  askInput: AskInput,
  stream: AnswerStream,
): Promise<AskOutput> {
  let isStreamed = false
  const onDelta = (deltaText: string) => {
    isStreamed = true
    return stream.onDelta(deltaText)
  }
  const task = await prepareTask(services, context, askInput, { ...stream, onDelta })
  const answer = await services.cache.get(
    cacheKey(task),
    () => answerTask(task),
    ({ isRepeatable }) => isRepeatable,
  )
  if (!isStreamed) {
    await stream.onSources(answer.output.sources)
    await stream.onDelta(answer.output.answer)
  }
  return withIds(context, answer, await recordAnswer(context, askInput, answer))
}
