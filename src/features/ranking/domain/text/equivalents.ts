import { byLanguage } from './by-language.ts'
import { tokenize } from './tokens.ts'

/** Different spellings and short forms of the same word, one group a line. Looser similarities belong to the synonyms. */
const GROUPS_BY_LANGUAGE: Record<string, string> = {
  en: `
email mail
photo picture pic image
phone telephone
cellphone mobile smartphone
info information
app application
account acct
password pwd passwd
address addr
number num
message msg
document doc
repository repo
administrator admin
representative rep
advertisement ad advert
laboratory lab
examination exam
mathematics math maths
television tv
video vid
bicycle bike
refrigerator fridge
influenza flu
gymnasium gym
facebook fb
instagram insta ig
youtube yt
microsoft ms
kilometre kilometer km
kilogram kg
hour hr hrs
minute min mins
second sec secs
week wk
year yr yrs
temperature temp
maximum max
approximately approx
versus vs
configuration config
specification spec
authentication auth
organisation organization org
department dept
university uni
government govt
thanks thx
tomorrow tmrw
okay ok
coronavirus covid corona
color colour
favorite favourite
behavior behaviour
center centre
meter metre
theater theatre
license licence
practice practise
defense defence
program programme
gray grey
tire tyre
catalog catalogue
dialog dialogue
cancelled canceled
traveling travelling
labeled labelled
fulfill fulfil
enroll enrol
jewelry jewellery
pajamas pyjamas
airplane aeroplane plane
customize customise
personalize personalise
organize organise
recognize recognise
synchronize synchronise sync
authorize authorise
minimize minimise
maximize maximise
optimize optimise
analyze analyse
apologize apologise
summarize summarise
categorize categorise
prioritize prioritise
sanitize sanitise
unsubscribe unsub
doctor dr
mister mr
avenue ave
apartment apt
child kid
mother mom mum
father dad
grandmother grandma
grandfather grandpa
dollar usd buck
euro eur
pound gbp
january jan
february feb
august aug
september sept
october oct
november nov
december dec
cannot cant`,
  de: `
email mail
foto bild
nummer nr
adresse anschrift
info information
app anwendung
euro eur
fernseher tv`,
}

const equivalentsTableOf = byLanguage((language) => {
  const equivalentsByTerm = new Map<string, string[]>()
  for (const groupLine of (GROUPS_BY_LANGUAGE[language] ?? '').split('\n')) {
    const groupTerms = [...new Set(tokenize(groupLine, language).map((token) => token.term))]
    for (const term of groupTerms) {
      equivalentsByTerm.set(term, [
        ...(equivalentsByTerm.get(term) ?? []),
        ...groupTerms.filter((otherTerm) => otherTerm !== term),
      ])
    }
  }
  return equivalentsByTerm
})

const NO_TERMS: readonly string[] = []

/** The terms (stems) of the same word in another spelling or length. */
export const equivalentsOf = (term: string, language: string): readonly string[] =>
  equivalentsTableOf(language).get(term) ?? NO_TERMS
