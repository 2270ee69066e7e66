const QUESTION_HEADER = /^(?:questions?|frage|pregunta|domanda|pergunta|q)$/i
const ANSWER_HEADER = /^(?:answers?|antwort|réponse|reponse|respuesta|risposta|resposta|a)$/i

/** Returns true when a table's header names a column of questions and one of answers. */
export const looksLikeFaqs = (headerCells: readonly string[]): boolean =>
  headerCells.some((columnName) => QUESTION_HEADER.test(columnName.trim())) &&
  headerCells.some((columnName) => ANSWER_HEADER.test(columnName.trim()))
