import { normalise } from './normalise.ts'

/**
 * Words of three letters: what looks like a longer word with a letter left out is meant as it stands. Not complete, and
 * need not be: a word that the workspace uses is never taken for another.
 */
const WORDS: Record<string, string> = {
  en: `abs ace act add ads age ago aid ail aim air ale all amp and ant any ape api app apt arc are ark arm art ash ask
    ate aws axe bad bag ban bar bat bay bcc bed bee beg bet bid big bin bio bit bmw boa bow box boy bra bud bug bum
    bun bus but buy bye cab cad can cap car cat cbd cdn ceo cfo chi cms cop cow coy cpu crm cry css csv cto cub cue
    cup cut dab dad dam day den dew dhl did die dig dim din dip diy dna dns doc doe dog don dot dry dub due dug duo
    dvd dye ear eat ebb eco egg ego elf elk elm end era erp eta eur eve ewe eye fad fan faq far fat fax fbi fed fee
    few fig fin fir fit fix flu fly foe fog for fox fry ftp fun fur fyi gag gap gas gay gbp gem get gif gig gin gmt
    god got gps gpu gui gum gun gut guy gym had ham has hat hay hem hen her hey hid him hip his hit hiv hmo hob hog
    hop hot how hsa hub hue hug hum hut ice ide ids ill imp ink inn ion ios ira irs isp its ivy jab jam jar jaw jay
    jet jfk jig job jog joy jpg jug keg key kid kin kit kyc lab lad lag lan lap law lax lay lcd led leg let lid lie
    lip lit lob log lot low lte mac mad man map mat max may men met mfa mid mix mob mom mop mow mri mud mug mum mvp
    nag nap nas nba nda net new nfc nfl nft nhl nhs nil nod nor not now nun nut nyc oak oar oat odd off oil old one
    opt orb ore org otp our out owe owl own pad pal pan par pat paw pay pca pcr pdf pea peg pen per pet php pie pig
    pin pit ply png pod pop pos pot pro pto pub pun pup put qty rag ram ran rap rat raw ray red ref rfp rgb rib rid
    rig rim rip rob rod rom rot row rpm rsa rss rub rug rum run rye sad sas sat saw say sdk sea see seo set sew sex
    she shy sim sin sip sir sit six ski sku sky sla sly sms sob son sow soy spa spy sql ssd ssh ssl ssn sso sub sue
    sum sun svg tab tag tan tap tar tax tcp tea ten the thy tie tin tip tls toe ton too top tow toy try tub tug two
    ups url usa usb usd use utc van vat vet via vip vow vpn wan war was wax way web wed wet who why wig win wit won
    wow www xml yak yam yap yea yen yes yet you zip zoo`,
  de: `aal abo abs agb akt all alt amt api app arg arm art ast auf aus bad bar bau bei bic bot box bus csv das dem den
    der des dhl dia die dir dns dsl duo eck egg ego ehe ein eis elf eng ent erb erz eur fan faq fax fee fit fuß fön
    für gar gas gel gen gib gps gut hab hai hat hex hin hof hut ich ihr ins ios iss ist jod jux kai kam kap kex kfz
    kto kuh kur lag lan led lid lkw lob lok los lot mac mag mai mal mio mir mit mus mut nah neu nie not nun nur oft
    ohr oma opa ort pdf per php pin pkw plz png pol pop pos pro rad rar rat reh rot ruf rum sau see sei sex sie sim
    sms spa sql ssd ssl tag tan tat tau tee tip tls tod ton top tor tot tun typ tür tüv uhr und uni uns url usa usb
    ust vip vom von vor vpn wal was weg weh wem wen wer wie wir wut www xml zeh zip zoo zug zum zur zwo öde`,
}
const LETTERS = 3
const lists = new Map<string, ReadonlySet<string>>()

/** Whether a word of three letters stands for itself; every one does in a language of which none are listed. */
export function isShortWord(word: string, language: string): boolean {
  if (word.length !== LETTERS) return false
  const text = WORDS[language]
  if (text === undefined) return true
  let list = lists.get(language)
  if (!list) {
    list = new Set(text.split(/\s+/).map((listed) => normalise(listed, language)))
    lists.set(language, list)
  }
  return list.has(word)
}
