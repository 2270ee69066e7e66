import { byLanguage } from './by-language.ts'
import { normalize } from './normalize.ts'

/**
 * Words of three letters that are not corrected to a longer word. The list need not be complete: a word that the
 * workspace uses is never corrected.
 */
const ENGLISH_WORDS = `abs ace ach act add ads aes age ago aid ail aim air ale all amc amp and ant any aol ape api apk app apr apt arc
    are ark arm arn art ash ask asn ate aud aug avi aws axe bad bag bak ban bar bat bay bbq bcc bed bee beg bet bgp
    bid big bin bio bit bmp bmw boa bom bow box boy bps bra brl bsd btc btw bud bug bum bun bus but buy bye cab cad
    can cap car cat cbd cdn ceo cfg cfo chf chi cli cms cny cod cop cow coy cpa cpc cpm cpu crm crt cry csr css csv
    cto cub cue cup cut cve czk dab dad dam day dba deb dec den dev dew dhl did die dig dim din dip diy dkk dmg dna
    dns doc doe dog dom don dot dpd dpi dry dsl dsn dub due dug duo dvd dye ear eat ebb eco edi eea eft egg ego eks
    elb elf elk elm emr end eod eof eps era erp esp eta eth eur eve ewe exe eye fad fan faq far fat fax fbi fcc feb
    fed fee few fha fig fin fir fit fix flu fly fob foe fog for fox fps fri fry ftp fun fur fwd fyi gag gap gas gay
    gbp gcc gcp gdp gem geo get gif gig gin gis git gmt gnu god got gps gpu gst gtm gui gum gun gut guy gym had ham
    has hat hay hdd hem hen her hex hey hid him hip his hit hiv hmm hmo hob hog hop hot how hrs hsa hub hue huf hug
    hum hut iam iba ibm ibn icd ice ico ide ids ill img imp inc ink inn inr ion ios iot ipa ira irs iso isp isv itc
    its iva ivy jab jam jan jar jaw jay jet jfk jig jit job jog joy jpg jpy jre jsx jug jul jun jwt keg key kid kin
    kit kms kpi krw kvm kyc lab lad lag lan lap law lax lay lbs lcd led leg let lid lie lip lit llc lng lob log lot
    low ltd lte ltv lua lux mac mad man map mat max may mba mbr med men met mfa mid min mix mob mom mon mop moq mow
    mpg mph mri msc msi msp mtu mud mug mum mvp mxn mya nag nap nas nba nda net new nfc nfl nft ngo nhl nhs nil nlp
    nod nok nor not nov now npm ntp num nun nut nyc nzd oak oar oat ocr oct odd oem off oil old one ooo opt orb ore
    org oss otp ott our out owe owl own pad pal pan par pat paw pay pca pcr pdf pdo pea peg pen peo per pet pgp phd
    php pie pig pin pip pit pkg plc pln ply pmo png poc pod pop pos pot ppc ppm pps ppt pro psd pst pto pub pun pup
    put qos qty rag ram ran rap rat raw ray rdp rds rec red ref rem res rfp rfq rgb rib rid rig rim rip rma rms rob
    rod roi rom rot row rpm rsa rss rtf rtl rtx rub rug rum run rye sad sap sas sat saw say scp sdk sea sec see sek
    sem seo sep set sew sex sfa sgd she shy sig sim sin sip sir sit six ski sku sky sla sly smb sms sob soc son sow
    sox soy spa spf spy sql sqs src sri srl srv ssd ssh ssl ssn sso stl str sub sue sum sun svg svn tab tag tan tap
    tar tax tba tbd tcp tdd tea ten tex tfa tgz the thu thy tie tif tin tip tld tls tmp tms toe ton too top tos tow
    toy try tsv ttl tty tub tue tug two txt uae udp uid uml uni ups uri url usa usb usc usd use utc van vat vba vcs
    vet via vin vip vnc vol vow vpn vps wal wan wap war was wav wax way web wed wep wet who why wig win wit wms won
    wow wpa wps www xls xml xss yak yam yap yea yen yes yet yml you yum zar zip zoo zsh`

const WORDS_BY_LANGUAGE: Record<string, string> = {
  en: ENGLISH_WORDS,
  de: `aal abo abs agb akt all alt amt api app arg arm art ast auf aus bad bar bau bei bic bot box bus csv das dem den
    der des dhl dia die dir dns dsl duo eck egg ego ehe ein eis elf eng ent erb erz eur fan faq fax fee fit fuß fön
    für gar gas gel gen gib gps gut hab hai hat hex hin hof hut ich ihr ins ios iss ist jod jux kai kam kap kex kfz
    kto kuh kur lag lan led lid lkw lob lok los lot mac mag mai mal mio mir mit mus mut nah neu nie not nun nur oft
    ohr oma opa ort pdf per php pin pkw plz png pol pop pos pro rad rar rat reh rot ruf rum sau see sei sex sie sim
    sms spa sql ssd ssl tag tan tat tau tee tip tls tod ton top tor tot tun typ tür tüv uhr und uni uns url usa usb
    ust vip vom von vor vpn wal was weg weh wem wen wer wie wir wut www xml zeh zip zoo zug zum zur zwo öde`,
}
const SHORT_LENGTH = 3

/** Null in a language without a list. */
const shortWords = byLanguage((language): ReadonlySet<string> | null => {
  const ownWords = WORDS_BY_LANGUAGE[language]
  if (ownWords === undefined) return null
  return new Set(`${ownWords} ${ENGLISH_WORDS}`.split(/\s+/).map((word) => normalize(word, language)))
})

/**
 * Returns true when a word of three letters is not corrected; in a language without a list, every word. English words
 * and abbreviations count in every language: Google Pay, Git and RAM have the same name everywhere.
 */
export const isShortWord = (word: string, language: string): boolean =>
  word.length === SHORT_LENGTH && (shortWords(language)?.has(word) ?? true)
