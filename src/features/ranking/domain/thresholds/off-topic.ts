import questions from './off-topic-questions.json' with { type: 'json' }

const LISTS: Record<string, string[]> = questions

/** General-knowledge questions that hardly any workspace's content answers; English where a language has none. */
export const offTopicQuestions = (language: string): string[] => LISTS[language] ?? LISTS.en ?? []
