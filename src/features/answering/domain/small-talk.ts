/** Greetings, thanks and requests for a person: whole texts only, so that no question is taken for one. */
const PATTERNS = {
  greeting:
    /^(hi|hello|hey|hallo|moin|servus|guten (tag|morgen|abend)|good (morning|afternoon|evening|day))( there| all| zusammen)?[\s!.,?]*$/iu,
  thanks:
    /^((ok(ay)?|super|great|perfect|cool|prima|gut)[\s,!.]*)?(thanks|thank you|thx|ty|cheers|danke|vielen dank|dankeschön)\b[^?]{0,30}$/iu,
  person:
    /^((hi|hello|hallo|please|bitte|can i|could i|may i|i (want|need|would like) to|i('d| would) like to|let me|kann ich|ich (will|möchte|würde gerne?))[\s,]+)*(please |bitte )?((speak|talk|chat) (to|with) (a |an |some)?(human|real person|person|someone|somebody|agent)( please)?|(a |an )?(human|real person|live agent|agent)( please)?|(mit )?(einem |einer |einen )?(echten )?(menschen|mitarbeiter(in)?|jemandem)( (sprechen|reden|chatten))?)[\s!.,?]*$/iu,
} as const
export type SmallTalk = keyof typeof PATTERNS

const REPLIES: Record<'en' | 'de', Record<SmallTalk, string>> = {
  en: {
    greeting: 'Hello! How can I help?',
    thanks: "You're welcome!",
    person: 'You can contact our team: leave your email address and a person will get back to you.',
  },
  de: {
    greeting: 'Hallo! Wie kann ich helfen?',
    thanks: 'Gern geschehen!',
    person: 'Sie können unser Team erreichen: Hinterlassen Sie Ihre Mailadresse, und ein Mensch meldet sich bei Ihnen.',
  },
}
const GERMAN =
  /\b(hallo|moin|servus|guten|danke|dankeschön|vielen|bitte|kann ich|ich|menschen|mitarbeiter(in)?|jemandem)\b/iu

/** The reply to a text that asks for no content; null for every other text. */
export function smallTalkReply(text: string): { kind: SmallTalk; reply: string } | null {
  const trimmed = text.trim()
  for (const kind of ['greeting', 'thanks', 'person'] as const)
    if (PATTERNS[kind].test(trimmed)) return { kind, reply: REPLIES[GERMAN.test(trimmed) ? 'de' : 'en'][kind] }
  return null
}
