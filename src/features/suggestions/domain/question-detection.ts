/** The question marks of the scripts: Latin, full-width, Arabic, Greek, Armenian, Ethiopic. */
const QUESTION_MARK = /[?？؟\u037e՞፧]["'”’»)\]]*$/u
/** First words of questions without a question mark, as in headings of help pages, in common languages. */
const UNMARKED_QUESTION_START =
  /^(?:how (?:to|do|does|can|long|much|many|often)|what (?:is|are|does|do|happens)|when (?:is|are|do|does|will|can)|where (?:is|are|do|does|can)|why (?:is|are|do|does)|who (?:is|are|can)|can i|do i|do you|wie (?:kann|lange|viel|oft|funktioniert|wird)|was (?:ist|sind|passiert|kostet)|wann (?:ist|wird|kommt)|comment |qu['’]est-ce|combien |cómo |qué (?:es|son|pasa)|cuánto |como (?:posso|faço|funciona)|o que é|come (?:posso|si|funziona)|cos['’]è|hoe (?:kan|lang|veel|werkt)|wat (?:is|zijn|kost)|jak |co to jest|как |что (?:такое|делать)|nasıl |cum )/iu
/** Questions that lead to people instead of answering: they stand on every page. */
const CALL_TO_ACTION =
  /^(?:(?:still |do you |you )?(?:have|got|any) (?:(?:any|more|other|further|a) ){0,2}questions?|(?:more |other |further )?questions?|(?:still )?(?:need|want) (?:(?:more|some|any|further) )?(?:help|support|assistance|information)|can['’]?t find (?:what|your|an).*|did(?:n['’]t)? (?:you )?find .*|was this (?:page |article |answer )?helpful.*|did this (?:answer|help).*|ready to .*|(?:haben sie |hast du )?(?:noch |weitere )*fragen|brauchen sie (?:noch )?hilfe|war (?:das|dieser artikel) hilfreich|(?:avez-vous |vous avez )?(?:d['’]autres |des )questions|besoin d['’]aide|¿?(?:tienes |tiene )?(?:más |alguna |otras )*(?:preguntas?|dudas?)|¿?necesitas? ayuda|(?:hai |avete )?(?:altre )?domande|serve aiuto|(?:tem )?(?:mais )?(?:perguntas|dúvidas)|(?:heb je |heeft u )?(?:nog )?vragen|hulp nodig|masz pytania|остались вопросы|нужна помощь)[\s.!?？]*$/iu

const MAX_QUESTION_LENGTH = 300
const MIN_QUESTION_LENGTH = 4
const QUESTION_NUMBER = /^\s*(?:q(?:uestion)?\s*\d*\s*[:.)\]-]|\(?\d{1,3}[.):]|#\d+)\s*/iu

/** Returns a question from a heading or list without its number and "Q:". */
export const withoutQuestionNumber = (text: string): string =>
  text
    .replace(/\*\*|__|`/gu, '')
    .replace(QUESTION_NUMBER, '')
    .replace(/\s+/gu, ' ')
    .trim()

/** Returns true when a short text asks something that the text below it could answer. */
export function isQuestion(text: string): boolean {
  const question = withoutQuestionNumber(text)
  if (question.length < MIN_QUESTION_LENGTH || question.length > MAX_QUESTION_LENGTH || CALL_TO_ACTION.test(question))
    return false
  // One question, not a paragraph that happens to end with one.
  if (/[.!?？؟。]\s+[^\p{Ll}\s]/u.test(question.replace(/\b(?:e\.g|i\.e|z\.B|vs|no|nr)\./giu, ''))) return false
  return QUESTION_MARK.test(question) || (UNMARKED_QUESTION_START.test(question) && !/[.:;,!]$/u.test(question))
}

/** The same, where nothing but the mark will do: in running text. */
export const isMarkedQuestion = (text: string): boolean =>
  QUESTION_MARK.test(withoutQuestionNumber(text)) && isQuestion(text)
