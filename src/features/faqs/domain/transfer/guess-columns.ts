import { FILE_FIELDS, FILE_LABELS, type FileField } from './file-fields.ts'

/** Field of each column; null when it is not imported. Only alternatives may use several columns. */
export type ColumnMapping = readonly (FileField | null)[]

/** Usual names of columns in several languages, in addition to the name of the field, in lower case with single blanks. */
const FIELD_NAMES: Partial<Record<FileField, string>> = {
  question:
    'questions|q|title|heading|faq|faq question|query|name|subject|frage|fragen|titel|frage/titel|pregunta|preguntas|título|titulo|pergunta|question posée|titre|domanda|titolo|vraag|pytanie|tytuł|вопрос|питання|質問|問題|问题|标题|질문|سؤال|السؤال|soru|fråga|spørsmål|spørgsmål|kysymys|otázka|întrebare|ερώτηση|प्रश्न',
  alternative_questions:
    'alternatives|alternative|alternative question|alternate questions|variations|variants|phrasings|other questions|synonyms|utterances|similar questions|alternative fragen|alternativfragen|varianten|preguntas alternativas|alternativas|questions alternatives|variantes|domande alternative|alternatieve vragen|alternatywne pytania|альтернативные вопросы',
  answer:
    'answers|a|response|reply|content|body|text|description|solution|accepted answer|acceptedanswer.text|answer text|antwort|antworten|inhalt|beschreibung|respuesta|respuestas|contenido|resposta|conteúdo|conteudo|réponse|reponse|réponses|contenu|risposta|contenuto|antwoord|inhoud|odpowiedź|odpowiedz|treść|ответ|відповідь|回答|答え|答案|内容|답변|جواب|الجواب|إجابة|cevap|yanıt|svar|vastaus|odpověď|răspuns|απάντηση|उत्तर',
  category:
    'categories|topic|section|group|folder|tag|tags|collection|kategorie|kategorien|thema|bereich|categoría|categoria|tema|sección|catégorie|categorie|thème|rubrique|argomento|onderwerp|kategoria|категория|категорія|раздел|カテゴリ|カテゴリー|分类|類別|카테고리|فئة|kategori|kategoria|κατηγορία|श्रेणी',
  status:
    'state|published|visibility|zustand|veröffentlicht|estado|estatus|statut|état|etat|stato|stav|статус|состояние|ステータス|状态|狀態|상태|الحالة|durum|tila|κατάσταση|स्थिति',
  display_order:
    'display order|displayorder|position|sort|sort order|rank|no|no.|nr|nr.|number|#|reihenfolge|sortierung|orden|posición|ordem|posição|ordre|ordine|posizione|volgorde|positie|kolejność|порядок|順番|順序|顺序|순서|ترتيب|sıra|ordning|rækkefølge|rekkefølge|järjestys|pořadí',
}

const FIELD_BY_NAME = new Map(
  FILE_FIELDS.flatMap((fileField) =>
    [fileField, FILE_LABELS[fileField].toLowerCase(), ...(FIELD_NAMES[fileField]?.split('|') ?? [])].map(
      (columnName) => [columnName, fileField] as const,
    ),
  ),
)

/** «Alternative 3», «Answer (2)» and «alternative_question_1» are what they are without their number. */
const simplifiedName = (columnName: string): string =>
  columnName
    .normalize('NFC')
    .replace(/^\uFEFF/u, '')
    .trim()
    .toLowerCase()
    .replace(/\s+/gu, ' ')
    .replace(/\*$|:$/u, '')
    .trim()

/** The field that a column of this name holds, in any of the languages known; undefined where the name says nothing. */
export function fieldNamed(columnName: string): FileField | undefined {
  const plainName = simplifiedName(columnName)
  const bareName = plainName.replace(/[\s_-]*\(?\d+\)?$/u, '')
  return (
    FIELD_BY_NAME.get(plainName) ??
    FIELD_BY_NAME.get(plainName.replaceAll(/[_-]/gu, ' ')) ??
    FIELD_BY_NAME.get(bareName)
  )
}

/** Guesses what the columns hold: the first one of each name, and every one of alternatives. */
export function guessColumns(columnNames: readonly string[]): ColumnMapping {
  const takenFields = new Set<FileField>()
  const guessedFields = columnNames.map((columnName) => {
    const fileField = fieldNamed(columnName)
    if (!fileField || (takenFields.has(fileField) && fileField !== 'alternative_questions')) return null
    takenFields.add(fileField)
    return fileField
  })
  if (takenFields.size > 0) return guessedFields
  // Nothing is known by name: question and answer come first nearly everywhere.
  return guessedFields.map((_, index) =>
    columnNames.length < 2 ? null : index === 0 ? 'question' : index === 1 ? 'answer' : null,
  )
}

/** The mapping with a column given another field, which is taken from the column that had it. */
export const withField = (
  columnMapping: ColumnMapping,
  columnNumber: number,
  fileField: FileField | null,
): ColumnMapping =>
  columnMapping.map((otherField, index) =>
    index === columnNumber
      ? fileField
      : otherField === fileField && fileField !== 'alternative_questions'
        ? null
        : otherField,
  )
