const QUESTION = /^(?:questions?|frage|pregunta|domanda|pergunta|q)$/i
const ANSWER = /^(?:answers?|antwort|réponse|reponse|respuesta|risposta|resposta|a)$/i

/** Returns true when a table's header names a column of questions and one of answers. */
export const looksLikeFaqs = (head: readonly string[]): boolean =>
  head.some((name) => QUESTION.test(name.trim())) && head.some((name) => ANSWER.test(name.trim()))
