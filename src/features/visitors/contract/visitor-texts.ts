/** Texts by plural category (Unicode CLDR), `{n}` for the number. */
export type Plural = Partial<Record<string, string>> & { other: string }

/** Texts that the script shows as well: they are part of the page's state, so no script contains texts. */
export interface HelpTexts {
  hint: string
  send: string
  asking: string
  thinking: string
  answer: string
  sources: string
  related: string
  /** Heading of questions that a workspace suggests on a page. */
  suggested: string
  /** Before the title of a source that says more than is shown. */
  more: string
  helpful: string
  thanks: string
  yes: string
  no: string
  categories: string
  all: string
  link: string
  /** Heading of a question that no FAQ matches while it is typed. */
  askThis: string
  none: string
  adjust: string
  /** Contains `{category}`. */
  noneIn: string
  noneYet: string
  clear: string
  results: Plural
  searching: string
  pages: string
  previous: string
  next: string
  /** `{n}` of `{count}`. */
  page: string
  leaveEmail: string
  askPerson: string
  handedOver: string
  /** Error for an invalid email address. */
  wrongEmail: string
  notSent: string
  /** The server answered, but its AI service could not. */
  unavailableAi: string
  unavailable: string
  /** Questions to suggest where none fit better; `{name}` is the workspace's. */
  starters: string[]
  /** The answering engine's own English sentences, and what they are here. */
  storedAnswers: Record<string, string>
}

/** All that a page says of its own. */
export interface VisitorTexts {
  help: HelpTexts
  heading: string
  callToAction: string
  search: string
  social: string
  /** Contains `{category}`. */
  more: string
  allQuestions: string
  /** Heading of the questions that were asked most. */
  popular: string
  /** Number of questions in a category. */
  questionCount: Plural
  /** Name of the links to the pages above. */
  breadcrumb: string
  /** Heading of the ways to go on when a page did not answer. */
  needHelp: string
  yourQuestion: string
  poweredBy: string
  /** Heading of a table of contents. */
  contents: string
  download: string
  /** Contain `{n}`. */
  pageMark: string
  slideMark: string
  /** Link to where a source comes from. */
  originalPage: string
  /** Name of a source that visitors are not shown. */
  internalSource: string
  missingTitle: string
  missingText: string
  home: string
}
